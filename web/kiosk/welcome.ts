import { element, show } from '../shared/element.ts'
import { passIn, type PassLink } from './codes.ts'
import { languageField } from './language-field.ts'
import type { SettingsStore } from './settings.ts'
import { createStage } from './stage.ts'
import { words } from './words.ts'

interface Welcome {
  settings: SettingsStore
  canSignIn: boolean
  /** The error, or why the last session ended. */
  problem: string | null
  waiting: number
  /** A door stored on this device. It opens even if the service does not respond. */
  knownDoor: { title: string; open: () => void } | null
  onSignIn: () => void
  onPass: (pass: PassLink) => void
}

export const showWelcome = (main: HTMLElement, welcome: Welcome) => {
  const said = words().welcome
  const link = element('input', {
    id: 'pass-link',
    type: 'url',
    dir: 'ltr',
    inputmode: 'url',
    autocomplete: 'off',
    placeholder: 'https://…/kiosk#event=…',
  })
  const complaint = element('p', { class: 'error', id: 'pass-complaint', role: 'alert' })
  const take = (text: string) => {
    const pass = passIn(text.trim())
    if (pass !== null) return welcome.onPass(pass)
    complaint.textContent = said.notALink
    link.setAttribute('aria-invalid', 'true')
    return undefined
  }
  const form = element(
    'form',
    { class: 'field', novalidate: true },
    element('label', { for: 'pass-link' }, said.pasteLink),
    link,
    complaint,
    element('button', { class: 'button plain big' }, said.openPass),
  )
  link.setAttribute('aria-describedby', complaint.id)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    take(link.value)
  })
  const stage = createStage(take, said.showPass)
  const { canSignIn, problem, waiting, knownDoor } = welcome

  show(
    main,
    element(
      'div',
      { class: 'welcome' },
      element('p', { class: 'eyebrow' }, 'Event Calendar'),
      element('h1', {}, words().kiosk),
      element('p', { class: 'lead' }, words().lead),
      problem !== null && element('p', { class: 'notice warn', role: 'alert' }, problem),
      waiting > 0 && element('p', { class: 'notice' }, said.keptHere(waiting)),
      knownDoor !== null &&
        element(
          'section',
          { class: 'card stack' },
          element('h2', {}, knownDoor.title),
          element('p', { class: 'quiet' }, said.knownDoor),
          element('button', { type: 'button', class: 'button big', onclick: knownDoor.open }, said.goOn),
        ),
      element(
        'section',
        { class: 'card stack' },
        element('h2', {}, said.haveAccount),
        element('p', { class: 'quiet' }, said.whoOpens),
        canSignIn
          ? element('button', { type: 'button', class: 'button big', onclick: welcome.onSignIn }, said.signIn)
          : element('p', { class: 'quiet' }, said.noSignIn),
      ),
      element(
        'section',
        { class: 'card stack' },
        element('h2', {}, said.wasLent),
        element('p', { class: 'quiet' }, said.whatItOpens),
        stage.view,
        form,
      ),
      languageField(welcome.settings, 'welcome-language'),
    ),
  )
  return { stop: stage.stop, take }
}
