/** The document is made of the registry when the Worker is built, and read from its assets. */
export const OPENAPI_FILE = '/assets/openapi.json'

/** The base URL in that file, for which each deployment puts its own. */
export const BUILT_FOR = 'https://base-url.invalid/api'
