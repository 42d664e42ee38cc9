import { LOCALES } from '../../src/kernel/vocabulary.ts'
import { NAMES } from '../../src/words/locales.ts'
import { element } from '../shared/element.ts'
import type { SettingsStore } from './settings.ts'
import { localeSpoken, words } from './words.ts'

/** Reloads the page in the new language. The door and the outbox are restored from settings and `IndexedDB`. */
export const languageField = (settings: SettingsStore, id: string) => {
  const select = element(
    'select',
    { id },
    ...LOCALES.map((locale) =>
      element('option', { value: locale, lang: locale, selected: locale === localeSpoken() }, NAMES[locale]),
    ),
  )
  select.addEventListener('change', () => {
    settings.change({ locale: select.value })
    const here = new URL(location.href)
    here.searchParams.delete('lang')
    history.replaceState(null, '', here)
    location.reload()
  })
  return element('div', { class: 'field' }, element('label', { for: id }, words().language), select)
}
