import { moneyOf } from '../../src/presentation/price.ts'

/** The button says what the chosen ticket costs, in the words that the page brings along for each. */
export const sayTheSum = () => {
  const say = () => {
    const chosen = document.querySelector<HTMLInputElement>('input[name=ticketId][data-button]:checked')
    const button = document.querySelector<HTMLButtonElement>('.registration .send button')
    if (chosen !== null && button !== null) button.textContent = chosen.dataset.button ?? ''
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'ticketId') say()
    if (target instanceof HTMLSelectElement) sayOfAll()
  })
  say()
  sayOfAll()
}

/** Of several people: what the ticket that is chosen for each comes to. */
const sayOfAll = () => {
  const line = document.querySelector<HTMLElement>('.registration .sum[data-currency]')
  const said = line?.querySelector('bdi')
  if (!line || !said) return
  const { currency = '', format = '' } = line.dataset
  const minor = [...document.querySelectorAll<HTMLOptionElement>('.registration option[data-price]:checked')]
    .map(({ dataset }) => Number(dataset['price']))
    .reduce((sum, price) => sum + price, 0)
  said.textContent = moneyOf(minor, currency, { format })
  line.hidden = false
}
