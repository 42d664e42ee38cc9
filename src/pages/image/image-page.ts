import type { HtmlPage } from '../page.ts'

/** A picture at an address of the pages, so that it is short and their policy lets it in. */
export const imagePage: HtmlPage = {
  method: 'GET',
  path: '/images/:calendarId/:file',
  show: ({ api, params: { calendarId = '', file = '' }, request }) => {
    const known = request.headers.get('If-None-Match')
    const headers = known === null ? undefined : { 'If-None-Match': known }
    return api(`/public/images/${encodeURIComponent(calendarId)}/${encodeURIComponent(file)}`, { headers })
  },
}
