import { newSheet } from './open-as-sheet.ts'
import { enableOrder, type Order, type Step } from './order.ts'

/** Moves the card to where the style sheet shows it, so that the tab order follows the screen. */
const placeCard = () => {
  const [about, card] = [document.querySelector('main > .about'), document.querySelector('main > #register')]
  if (about !== null && card !== null) about.before(card)
}

/** Enables the order form: two steps in the card on large screens, and a sheet over the page on phones. */
export const takeOrders = () => {
  placeCard()
  const link = document.querySelector<HTMLAnchorElement>('.reach a')
  const reach = link?.closest<HTMLElement>('.reach') ?? null
  let opener: HTMLElement | null = null
  const formHere = () => document.querySelector<HTMLFormElement>('form.order')
  const orders = new WeakMap<HTMLFormElement, Order>()
  const isPhone = () => link !== null && link.getClientRects().length > 0

  const goTo = (step: Step) => {
    const form = formHere()
    if (form === null) return
    orders.get(form)?.setStep(step)
    const target = form.querySelector<HTMLElement>(
      step === '1'
        ? '.choose .stepper button:last-child, .choose input:not(:disabled)'
        : '.details input:not([type=hidden], :disabled)',
    )
    const heading = form.querySelector<HTMLElement>('[data-heading]')
    // On phones, focusing a field would open the keyboard over the form.
    const focused = step === '2' && matchMedia('(pointer: coarse)').matches ? heading : target
    if (sheet.isOpen()) sheet.toTop()
    else form.closest('.card')?.scrollIntoView({ block: 'nearest' })
    focused?.focus({ preventScroll: sheet.isOpen() })
  }
  const sheet = newSheet({
    title: document.querySelector('h1')?.textContent ?? '',
    closeLabel: link?.dataset['close'] ?? '',
    onClose: () => {
      const form = formHere()
      if (form !== null) orders.get(form)?.setStep('1')
      // While the sheet showed the form, the observer set `data-idle`, which hid the link.
      reach?.removeAttribute('data-idle')
      opener?.focus({ preventScroll: true })
    },
  })
  const openSheet = (from: HTMLElement | null) => {
    const form = formHere()
    if (form === null) return
    opener = from
    sheet.open()
    goTo(orders.get(form)?.isChosen() === true ? '2' : '1')
  }

  const follow = () => {
    const form = formHere()
    if (form === null || orders.has(form)) return
    orders.set(form, enableOrder(form))
    form.querySelector('[data-change]')?.addEventListener('click', () => goTo('1'))
    if (reach === null) return
    const mind = ([entry]: IntersectionObserverEntry[]) =>
      reach.toggleAttribute('data-idle', entry?.isIntersecting === true)
    new IntersectionObserver(mind, { rootMargin: '0px 0px -45% 0px' }).observe(form)
  }
  link?.addEventListener('click', (event) => {
    if (formHere() === null) return
    event.preventDefault()
    openSheet(link)
  })
  // The first step only leads to the second. Nothing is sent.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form !== formHere() || form.dataset['step'] !== '1') return
      event.preventDefault()
      event.stopImmediatePropagation()
      const order = orders.get(form)
      if (order?.isChosen() !== true) order?.sayNothingChosen()
      else if (isPhone() && !sheet.isOpen()) openSheet(form.querySelector<HTMLElement>('[data-go]'))
      else goTo('2')
    },
    { capture: true },
  )
  document.addEventListener('page-shown', () => {
    placeCard()
    follow()
  })
  follow()
  if (location.hash === '#register' && isPhone()) openSheet(link)
}
