import { useId } from 'hono/jsx/dom'
import type { Locale } from '../../../src/kernel/vocabulary.ts'
import { NAMES } from '../../../src/words/locales.ts'
import type { Session } from '../session.ts'
import { orTell } from '../session.ts'
import { frameWords } from '../words/en/frame.ts'
import { offered } from '../words/languages.ts'
import { localeSpoken } from '../words/loaded.ts'
import { changeLanguage } from '../words/reader.ts'

/** Changes the language immediately. Reloading `/me` rerenders the whole workspace, and forms keep their values. */
export const LanguageField = ({ session }: { session: Session }) => {
  const id = useId()
  const choose = async (locale: Locale) => {
    await orTell(session, () => changeLanguage(session.api, locale))
    await session.refresh()
  }
  if (offered().length === 1) return null
  return (
    <div class="field">
      <label for={id}>{frameWords().language}</label>
      <select
        id={id}
        value={localeSpoken()}
        onInput={(event: Event) => {
          const select = event.currentTarget as HTMLSelectElement
          // In Arabic, the button of the menu is on the other side of the page.
          select.closest<HTMLElement>('[popover]')?.hidePopover()
          void choose(select.value as Locale)
        }}
      >
        {offered().map((locale) => (
          <option value={locale} key={locale} lang={locale} selected={locale === localeSpoken()}>
            {NAMES[locale]}
          </option>
        ))}
      </select>
    </div>
  )
}
