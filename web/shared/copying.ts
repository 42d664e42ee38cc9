import { element } from './element.ts'

const FEEDBACK_MS = 2_000

const copyFrom = (button: HTMLButtonElement, text: () => string) => {
  const label = button.textContent
  const copy = async () => {
    button.textContent = await navigator.clipboard.writeText(text()).then(
      () => button.dataset.copied ?? 'Copied',
      () => button.dataset.byHand ?? 'Select the text and copy it',
    )
    setTimeout(() => (button.textContent = label), FEEDBACK_MS)
  }
  button.addEventListener('click', () => void copy())
}

/** Enables the copy buttons. A button's `data-copies` is the id of the element whose text it copies. */
export const enableCopying = (root: ParentNode = document) => {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    copyFrom(button, () => document.getElementById(button.dataset.copies ?? '')?.textContent ?? '')
    button.hidden = false
  }
}

/** `of` names the copied value, for screen reader users, who don't see what the button belongs to. */
export const copyButton = (text: () => string, of: string, look = 'button plain small') => {
  const button = element('button', { type: 'button', class: look, 'aria-live': 'polite' }, 'Copy')
  button.setAttribute('aria-description', of)
  copyFrom(button, text)
  return button
}
