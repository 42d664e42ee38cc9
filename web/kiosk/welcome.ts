import { element, show } from '../shared/element.ts'
import { passIn, type PassLink } from './codes.ts'
import { createStage } from './stage.ts'

interface Welcome {
  canSignIn: boolean
  /** What went wrong, or what has just ended. */
  problem: string | null
  waiting: number
  /** A door that this device knows and can go on with, without the service. */
  knownDoor: { title: string; open: () => void } | null
  onSignIn: () => void
  onPass: (pass: PassLink) => void
}

/** Two ways in: an account, or a pass that somebody with an account has lent. */
export const showWelcome = (main: HTMLElement, welcome: Welcome) => {
  const link = element('input', {
    id: 'pass-link',
    type: 'url',
    inputmode: 'url',
    autocomplete: 'off',
    placeholder: 'https://…/kiosk#event=…',
  })
  const complaint = element('p', { class: 'error', id: 'pass-complaint', role: 'alert' })
  const take = (text: string) => {
    const pass = passIn(text.trim())
    if (pass !== null) return welcome.onPass(pass)
    complaint.textContent = 'This is not the link of a door pass. It ends in #event=… and pass=….'
    link.setAttribute('aria-invalid', 'true')
    return undefined
  }
  const form = element(
    'form',
    { class: 'field', novalidate: true },
    element('label', { for: 'pass-link' }, 'Or paste its link'),
    link,
    complaint,
    element('button', { class: 'button plain big' }, 'Open the door pass'),
  )
  link.setAttribute('aria-describedby', complaint.id)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    take(link.value)
  })
  const stage = createStage(take, 'Show it the QR code of a door pass.')
  const { canSignIn, problem, waiting, knownDoor } = welcome

  show(
    main,
    element(
      'div',
      { class: 'welcome' },
      element('p', { class: 'eyebrow' }, 'Event Calendar'),
      element('h1', {}, 'Kiosk'),
      element('p', { class: 'lead' }, 'Check guests in at the door, with any phone.'),
      problem !== null && element('p', { class: 'notice warn', role: 'alert' }, problem),
      waiting > 0 &&
        element(
          'p',
          { class: 'notice' },
          waiting === 1
            ? 'One scan is kept here. It is sent when its door is opened again.'
            : `${waiting} scans are kept here. They are sent when their door is opened again.`,
        ),
      knownDoor !== null &&
        element(
          'section',
          { class: 'card stack' },
          element('h2', {}, knownDoor.title),
          element('p', { class: 'quiet' }, 'This device knows this door. Scans are kept here until you sign in.'),
          element(
            'button',
            { type: 'button', class: 'button big', onclick: knownDoor.open },
            'Go on without the service',
          ),
        ),
      element(
        'section',
        { class: 'card stack' },
        element('h2', {}, 'You have an account'),
        element('p', { class: 'quiet' }, 'Staff, managers and owners of a calendar open any of its doors.'),
        canSignIn
          ? element('button', { type: 'button', class: 'button big', onclick: welcome.onSignIn }, 'Sign in')
          : element('p', { class: 'quiet' }, 'Signing in is not set up here.'),
      ),
      element(
        'section',
        { class: 'card stack' },
        element('h2', {}, 'You were lent a door pass'),
        element('p', { class: 'quiet' }, 'It opens one event for some hours, without an account.'),
        stage.view,
        form,
      ),
    ),
  )
  return { stop: stage.stop, take }
}
