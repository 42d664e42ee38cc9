import { eventLd } from '../../presentation/event-ld.ts'
import { DataBlock } from '../../presentation/markup.tsx'
import { bitmapOf } from '../../presentation/picture.ts'
import { plainOf } from '../../presentation/plain.ts'
import { whenOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import { inLocale } from '../../words/locales.ts'
import type { PublicCalendar, PublicEvent } from '../asking.ts'
import { LanguageLinks } from '../parts/languages.tsx'
import { cutForLinks, SocialHead } from '../parts/social-head.tsx'
import type { ReaderLanguage } from '../reading.ts'

export interface HeadContext {
  event: PublicEvent
  calendar: PublicCalendar
  reading: ReaderLanguage
}

/** Returns the description for link previews. The date and place come first, because previews truncate long text. */
export const metaDescription = ({ event, reading: { language } }: HeadContext) =>
  [whenOf(event, language).days, shortPlaceOf(event, language), plainOf(event.description)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')

export const Head = ({ around, origin }: { around: HeadContext; origin: string }) => {
  const { event, calendar, reading } = around
  const isListed = event.visibility !== 'UNLISTED'
  const url = event.url === null ? null : inLocale(event.url, reading.language.locale, reading.ownLocale)
  return (
    <>
      {!isListed && <meta name="robots" content="noindex" />}
      <SocialHead
        title={event.title}
        description={metaDescription(around)}
        url={url}
        image={cutForLinks(bitmapOf(event, origin), origin)}
        site={calendar.name}
      />
      {isListed && event.url?.startsWith(origin) && <LanguageLinks url={event.url} reading={reading} />}
      <DataBlock
        type="application/ld+json"
        value={eventLd(event, {
          organizer: { name: calendar.name, url: calendar.url },
          image: bitmapOf(event, origin),
        })}
      />
    </>
  )
}
