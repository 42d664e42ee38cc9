/** Shows the buttons that copy a value, if the browser has a clipboard. It has none on pages without HTTPS. */
export const enableCopying = () => {
  if (navigator.clipboard === undefined) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    const [label, name, copied] = [button.textContent, button.ariaLabel, button.dataset['copied'] ?? '']
    button.hidden = false
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset['copies'] ?? '').then(
        () => {
          button.textContent = copied
          button.ariaLabel = copied
          setTimeout(() => {
            button.textContent = label
            button.ariaLabel = name
          }, 2_000)
        },
        () => {},
      )
    })
  }
}
