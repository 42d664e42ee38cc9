import { LOCALES } from '../../kernel/vocabulary.ts'
import { inLocale, NAMES } from '../../words/locales.ts'
import type { ReaderLanguage } from '../reading.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

/** Links to the page in every language. A script stores the choice. */
export const LanguageSwitch = ({
  path,
  reading: { language, ownLocale },
}: {
  path: string
  /** If `ownLocale` is null, the URL without `lang` follows `Accept-Language`. */
  reading: Pick<ReaderLanguage, 'language'> & { ownLocale: ReaderLanguage['ownLocale'] | null }
}) => (
  <nav aria-label={language.words.frame.language} class="languages">
    <Menu
      look="quiet-button"
      place="end"
      label={
        <>
          <Icon name="globe" />
          <span class="label">{NAMES[language.locale]}</span>
        </>
      }
    >
      <ul>
        {LOCALES.map((locale) => (
          <li>
            <a
              href={inLocale(path, locale, ownLocale)}
              lang={locale}
              hreflang={locale}
              data-language={locale}
              aria-current={locale === language.locale ? 'true' : undefined}
            >
              <bdi>{NAMES[locale]}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  </nav>
)

/** `hreflang` links for search engines. The URL without `lang` is `x-default`. */
export const LanguageLinks = ({
  url,
  reading: { ownLocale },
}: {
  url: string
  reading: Pick<ReaderLanguage, 'ownLocale'>
}) => (
  <>
    {LOCALES.map((locale) => (
      <link rel="alternate" hreflang={locale} href={inLocale(url, locale, ownLocale)} />
    ))}
    <link rel="alternate" hreflang="x-default" href={url} />
  </>
)
