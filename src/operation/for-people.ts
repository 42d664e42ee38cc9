/**
 * Returns whether the request is a browser navigating to a page (`Accept: text/html`), not an API client or `fetch()`.
 */
export const isForPeople = (request: Request) => (request.headers.get('Accept') ?? '').includes('text/html')
