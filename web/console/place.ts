/** Where in the console somebody is: `#<calendar>/<section>?<filters>`. */
export interface Place {
  slug: string | null
  section: string | null
  query: URLSearchParams
}

export const placeOf = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  const [slug = '', section = ''] = path.split('/').map(decodeURIComponent)
  return { slug: slug || null, section: section || null, query: new URLSearchParams(query) }
}

export const hashOf = (slug: string, section: string, query: Record<string, string> = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const tail = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return `#${encodeURIComponent(slug)}/${encodeURIComponent(section)}${tail}`
}
