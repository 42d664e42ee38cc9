/** Returns whether a browser is navigating (`Accept: text/html`), as opposed to an API client or `fetch()`. */
export const isForPeople = (request: Request) => (request.headers.get('Accept') ?? '').includes('text/html')
