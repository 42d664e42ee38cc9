const SUFFIX = '-gzip"'

/** Returns the ETag of the compressed representation, because strong ETags must differ if the bytes do. */
export const gzippedEtag = (etag: string) => (etag.endsWith('"') ? etag.slice(0, -1) + SUFFIX : etag)

/** Returns the opaque part for the weak comparison of `If-None-Match`, in which the encoding makes no difference. */
export const comparableEtag = (given: string) => {
  const etag = given.trim().replace(/^W\//, '')
  return etag.endsWith(SUFFIX) ? `${etag.slice(0, -SUFFIX.length)}"` : etag
}

/** Returns whether `ifMatch`, the tags of `If-Match` separated by commas, has this revision. */
export const namesRevision = (ifMatch: string, revision: number) => ifMatch.split(',').includes(String(revision))

/** Returns whether `Accept-Encoding` allows gzip. Without the header, it doesn't. */
export const acceptsGzip = (request: Request) => {
  const accepted = (request.headers.get('Accept-Encoding') ?? '').split(',').map((one) => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return { coding, isRefused: parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) }
  })
  const named = accepted.find(({ coding }) => coding === 'gzip') ?? accepted.find(({ coding }) => coding === '*')
  return named !== undefined && !named.isRefused
}
