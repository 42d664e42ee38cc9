import { element } from './element.ts'

const SAID_MS = 2_000

const copyFrom = (button: HTMLButtonElement, text: () => string) => {
  const label = button.textContent
  const copy = async () => {
    button.textContent = await navigator.clipboard.writeText(text()).then(
      () => button.dataset.copied ?? 'Copied',
      () => button.dataset.byHand ?? 'Select the text and copy it',
    )
    setTimeout(() => (button.textContent = label), SAID_MS)
  }
  button.addEventListener('click', () => void copy())
}

/** Every `[data-copies]` button copies the text of the element that it names by id. */
export const enableCopying = (root: ParentNode = document) => {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    copyFrom(button, () => document.getElementById(button.dataset.copies ?? '')?.textContent ?? '')
    button.hidden = false
  }
}

/** `of` says what is copied, to those who hear the button without what stands beside it. */
export const copyButton = (text: () => string, of: string, look = 'button plain small') => {
  const button = element('button', { type: 'button', class: look, 'aria-live': 'polite' }, 'Copy')
  button.setAttribute('aria-description', of)
  copyFrom(button, text)
  return button
}
