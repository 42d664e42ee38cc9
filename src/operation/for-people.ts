/** What a browser asks for when a person follows a link. */
export const isForPeople = (request: Request) => (request.headers.get('Accept') ?? '').includes('text/html')
