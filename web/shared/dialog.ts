import { wordsOf } from './api.ts'
import { element, type Child } from './element.ts'

let count = 0

/** Where the eye and the keyboard go when what opened a dialog is gone. */
const toTheHeading = () => document.querySelector<HTMLElement>('main h1')?.focus()

export interface Opened {
  dialog: HTMLDialogElement
  close(): void
  closed: Promise<void>
}

/** A modal dialog that takes itself away. One that shows what is shown once does not close by accident. */
export const openDialog = (title: string, content: readonly Child[], { isKept = false } = {}): Opened => {
  count += 1
  const id = `dialog-${count}`
  const opener = document.activeElement
  const dialog = element(
    'dialog',
    { class: 'dialog', 'aria-labelledby': id },
    element('h2', { id, tabindex: -1 }, title),
    content,
  )
  document.body.append(dialog)
  if (isKept) dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && !isKept) dialog.close()
  })
  dialog.showModal()
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else toTheHeading()
      resolve()
    })
  })
  return { dialog, close: () => dialog.close(), closed }
}

/** For when the page behind them becomes another. */
export const closeDialogs = () => {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.dialog')) dialog.close()
}

export const alertOf = (error: unknown) =>
  element('p', { class: 'notice bad', role: 'alert' }, error instanceof Error ? wordsOf(error) : String(error))

const stay = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Holds a button while its work is under way, so that nothing is done twice. It keeps the focus. */
export const busy = async <Result>(button: HTMLButtonElement, work: () => Promise<Result>): Promise<Result> => {
  button.setAttribute('aria-disabled', 'true')
  button.addEventListener('click', stay, { capture: true })
  try {
    return await work()
  } finally {
    button.removeEventListener('click', stay, { capture: true })
    button.removeAttribute('aria-disabled')
  }
}

interface Question {
  title: string
  text: Child
  /** What the button says: the act itself, never "OK". */
  action: string
  isDangerous?: boolean
}

/** Asks once, then does it; what goes wrong is said where it was asked. Answers whether it was done. */
export const askThenDo = async (
  { title, text, action, isDangerous = true }: Question,
  work: () => Promise<unknown>,
) => {
  let isDone = false
  const trouble = element('div', {})
  const look = isDangerous ? 'button danger' : 'button'
  const yes = element('button', { type: 'button', class: look }, action)
  const no = element('button', { type: 'button', class: 'button plain', autofocus: true }, 'Cancel')
  const opened = openDialog(title, [element('p', {}, text), trouble, element('div', { class: 'row end' }, no, yes)])
  no.addEventListener('click', opened.close)
  yes.addEventListener('click', () => {
    const act = async () => {
      await busy(yes, work)
      isDone = true
      opened.close()
    }
    act().catch((error: unknown) => trouble.replaceChildren(alertOf(error)))
  })
  await opened.closed
  return isDone
}
