import { element, show } from '../shared/element.ts'
import { sign } from './signs.ts'
import type { Shown, Verdict } from './verdict.ts'
import { words } from './words.ts'

/**
 * A `good` verdict closes automatically, because the next guest is waiting. Any other verdict stays until staff tap it.
 */
const GOOD_VERDICT_MS = 2_400
const GOOD_VERDICT_WITH_TEXT_MS = 6_000

/** The stripe above a verdict that does not count, or not yet. */
const stripeOf = ({ isProvisional, isPractice = false }: Verdict) => {
  if (isPractice) return words().practice.title
  return isProvisional ? words().verdict.provisional : null
}

const announcementOf = (verdict: Verdict) =>
  [stripeOf(verdict), verdict.title, verdict.name, verdict.ticket, ...verdict.lines]
    .filter((text) => text !== null)
    .join('. ')

const answersOf = ({ answers }: Verdict) =>
  answers.length === 0
    ? null
    : element(
        'dl',
        { class: 'answers' },
        answers.map(({ question, answer }) =>
          element('div', {}, element('dt', {}, question), element('dd', {}, answer)),
        ),
      )

export const createVerdictScreen = (onClose: () => void) => {
  const body = element('div', { class: 'said' })
  const actions = element('div', { class: 'actions' })
  const dialog = element('dialog', { class: 'verdict', 'aria-labelledby': 'verdict-title' }, body, actions)
  const voice = element('p', { class: 'sr', role: 'status', 'aria-live': 'assertive' })
  document.body.append(dialog, voice)
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = () => dialog.close()
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    onClose()
  })

  const button = (label: string, className: string, act: () => void) =>
    element('button', { type: 'button', class: className, onclick: act }, label)

  return {
    isOpen: () => dialog.open,
    /** Whether the camera may scan the next guest while this verdict is on the screen. */
    letsOn: () => dialog.open && dialog.dataset['tone'] === 'good',
    close,
    remove: () => {
      clearTimeout(timer)
      dialog.remove()
      voice.remove()
    },
    show: ({ verdict, admit, admitAll, undo }: Shown) => {
      const { tone, title, name, ticket, lines, isProvisional, answers } = verdict
      const stripe = stripeOf(verdict)
      clearTimeout(timer)
      dialog.dataset['tone'] = tone
      dialog.dataset['provisional'] = String(isProvisional)
      show(
        body,
        stripe !== null && element('p', { class: 'provisional' }, stripe),
        sign(tone),
        element('h2', { id: 'verdict-title' }, title),
        name !== null && element('p', { class: 'name' }, name),
        ticket !== null && element('p', { class: 'ticket' }, ticket),
        lines.length > 0 &&
          element(
            'ul',
            { class: 'lines' },
            lines.map((line) => element('li', {}, line)),
          ),
        answersOf(verdict),
      )
      show(
        actions,
        admitAll !== null && button(admitAll.label, 'secondary', admitAll.act),
        admit !== null && tone !== 'ask' && button(admit.label, 'secondary', admit.act),
        undo !== null &&
          button(words().last.undo, 'secondary', () => {
            undo()
            close()
          }),
        admit !== null && tone === 'ask' && button(words().verdict.notNow, 'secondary', close),
        admit !== null && tone === 'ask'
          ? button(admit.label, 'primary', admit.act)
          : button(words().verdict.next, 'primary', close),
      )
      if (!dialog.open) dialog.showModal()
      dialog.querySelector<HTMLButtonElement>('.primary')?.focus()
      voice.textContent = announcementOf(verdict)
      if (tone === 'good') {
        const isToBeRead = answers.length > 0 || admitAll !== null || lines.length > 1
        timer = setTimeout(close, isToBeRead ? GOOD_VERDICT_WITH_TEXT_MS : GOOD_VERDICT_MS)
      }
    },
  }
}
