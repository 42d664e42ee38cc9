const SAID_MS = 2_000

/** Every `[data-copies]` button copies the text of the element that it names by id. */
export const enableCopying = (root: ParentNode = document) => {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const label = button.textContent
    const copy = async () => {
      const text = document.getElementById(button.dataset.copies ?? '')?.textContent ?? ''
      button.textContent = await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Select and copy it by hand',
      )
      setTimeout(() => (button.textContent = label), SAID_MS)
    }
    button.hidden = false
    button.addEventListener('click', () => void copy())
  }
}
