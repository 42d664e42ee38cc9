import type { HtmlPage } from './page.ts'

/** Serves the API's `embed.js` without `/api`, because website owners who type the address tend to leave it out. */
export const embedScriptPage: HtmlPage = {
  method: 'GET',
  path: '/embed.js',
  show: ({ api, request }) => {
    const etag = request.headers.get('If-None-Match')
    return api('/embed.js', { headers: etag === null ? {} : { 'If-None-Match': etag } })
  },
}
