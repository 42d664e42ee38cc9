import { moneyOf } from '../../src/presentation/price.ts'

/**
 * Shows the price of the chosen ticket on the submit button. For each ticket the server renders the button's label in
 * `data-button`.
 */
export const sayTheSum = () => {
  const showPrice = () => {
    const chosen = document.querySelector<HTMLInputElement>('input[name=ticketId][data-button]:checked')
    const button = document.querySelector<HTMLButtonElement>('.registration .send button')
    if (chosen !== null && button !== null) button.textContent = chosen.dataset.button ?? ''
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'ticketId') showPrice()
    if (target instanceof HTMLSelectElement) showTotal()
  })
  showPrice()
  showTotal()
}

const showTotal = () => {
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
