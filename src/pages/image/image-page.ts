import type { HtmlPage } from '../page.ts'

/** Serves images from the API at a short URL on the pages' own origin, which their Content-Security-Policy allows. */
export const imagePage: HtmlPage = {
  method: 'GET',
  path: '/images/:calendarId/:file',
  show: ({ api, params: { calendarId = '', file = '' }, request }) => {
    const known = request.headers.get('If-None-Match')
    const headers = known === null ? undefined : { 'If-None-Match': known }
    return api(`/public/images/${encodeURIComponent(calendarId)}/${encodeURIComponent(file)}`, { headers })
  },
}
