import { withoutTurns } from '../../presentation/plain.ts'
import { safeUrl } from '../links.ts'

interface Social {
  title: string
  description: string
  url: string | null
  image: string | null
  /** The name of the calendar. */
  site: string
}

/**
 * Returns the URL of an uploaded image's 1200 × 630 crop, which serves the original if there is no crop. Other URLs are
 * returned unchanged.
 */
export const cutForLinks = (coverUrl: string, origin: string) =>
  coverUrl.startsWith(`${origin}/images/`)
    ? coverUrl.replace(/(\/[0-9a-f]{64})\.(?:jpg|png|webp)$/, '$1-wide.jpg')
    : coverUrl

/** The canonical URL and metadata for link previews. */
export const SocialHead = ({ title, description, url, image, site }: Social) => (
  <>
    {url !== null && <link rel="canonical" href={url} />}
    {url !== null && <meta property="og:url" content={url} />}
    <meta property="og:type" content="website" />
    <meta property="og:title" content={withoutTurns(title)} />
    <meta property="og:description" content={description} />
    <meta property="og:site_name" content={withoutTurns(site)} />
    {safeUrl(image) !== null && <meta property="og:image" content={image ?? ''} />}
    <meta name="twitter:card" content={safeUrl(image) === null ? 'summary' : 'summary_large_image'} />
  </>
)
