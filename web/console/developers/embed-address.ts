/** Returns the address of `embed.js`. It is derived from `embedUrl`, which is null on the FREE plan. */
export const embedScriptOf = ({ slug, embedUrl }: { slug: string; embedUrl: string | null }) =>
  (embedUrl ?? `${location.origin}/api/calendars/${encodeURIComponent(slug)}/embed`).replace(
    /\/calendars\/[^/]+\/embed.*$/,
    '/embed.js',
  )
