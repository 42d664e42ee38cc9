import { element } from '../shared/element.ts'

const SAID_MS = 2_000

export const copyButton = (text: () => string, label = 'Copy') => {
  const button = element('button', { type: 'button', class: 'copy' }, label)
  const copy = async () => {
    button.textContent = await navigator.clipboard.writeText(text()).then(
      () => 'Copied',
      () => 'Select it by hand',
    )
    setTimeout(() => (button.textContent = label), SAID_MS)
  }
  button.addEventListener('click', () => void copy())
  return button
}
