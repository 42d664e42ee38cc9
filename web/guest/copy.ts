const copy = async (button: HTMLButtonElement) => {
  const [label, name, copied] = [button.textContent, button.ariaLabel, button.dataset['copied'] ?? '']
  if (label === copied) return
  try {
    await navigator.clipboard.writeText(button.dataset['copies'] ?? '')
  } catch {
    // The browser refused, for example because the reader denied the permission. The text can still be selected.
    return
  }
  button.textContent = copied
  button.ariaLabel = copied
  setTimeout(() => {
    button.textContent = label
    button.ariaLabel = name
  }, 2_000)
}

/** Shows the buttons that copy a value, if the browser has a clipboard. It has none on pages without HTTPS. */
export const enableCopying = () => {
  if (navigator.clipboard === undefined) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}
