/** The button says what the chosen ticket costs, in the words that the page brings along for each. */
export const sayTheSum = () => {
  const say = () => {
    const chosen = document.querySelector<HTMLInputElement>('input[name=ticketId][data-button]:checked')
    const button = document.querySelector<HTMLButtonElement>('.registration .send button')
    if (chosen !== null && button !== null) button.textContent = chosen.dataset.button ?? ''
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'ticketId') say()
  })
  say()
}
