import { withoutTurns } from '../../src/presentation/plain.ts'

const fieldsetsIn = (section: Element) => [...section.querySelectorAll<HTMLFieldSetElement>('.guests > .guest')]

/** Copies the `<template>` for the guest with this index. */
const guestAt = (template: HTMLTemplateElement, index: number) => {
  const copy = template.cloneNode() as HTMLTemplateElement
  copy.innerHTML = template.innerHTML.replaceAll(template.dataset['index'] ?? '', String(index))
  const guest = copy.content.querySelector('fieldset')
  if (guest === null) throw new Error('the template has no guest')
  return document.adoptNode(guest)
}

const nameIn = (guest: Element) =>
  ['firstName', 'lastName']
    .map((name) => guest.querySelector<HTMLInputElement>(`[name$=".${name}"]`)?.value.trim() ?? '')
    .filter((name) => name !== '')
    .join(' ')

/** Removed guests, with the values typed for them. */
const removed = new WeakMap<Element, HTMLFieldSetElement[]>()

/**
 * Shows fields for one guest per ticket. `firstGuest` is the number of the first: 2 if the buyer attends. `tickets` has
 * the name of each ticket, or null if all are of one kind.
 */
export const showGuests = (
  form: HTMLFormElement,
  ids: readonly string[],
  { firstGuest, nameOf }: { firstGuest: number; nameOf: (id: string) => string | null },
) => {
  const section = form.querySelector<HTMLElement>('[data-guests]')
  const [place, template] = [section?.querySelector('.guests'), section?.querySelector('template')]
  if (!section || !place || !template) return
  const titles = JSON.parse(template.dataset['titles'] ?? '[]') as string[]
  const spare = removed.get(section) ?? []
  removed.set(section, spare)
  for (const extra of fieldsetsIn(section).slice(ids.length).toReversed()) {
    extra.remove()
    spare.unshift(extra)
  }
  for (let count = fieldsetsIn(section).length; count < ids.length; count += 1)
    place.append(spare.shift() ?? guestAt(template, count))
  for (const [index, guest] of fieldsetsIn(section).entries()) {
    const id = ids[index] ?? ''
    const title = titles[index + firstGuest - 1] ?? ''
    const ticket = withoutTurns(nameOf(id) ?? '')
    guest.dataset['ticket'] = id
    for (const field of guest.querySelectorAll<HTMLInputElement>('input[name$=".ticketId"]')) field.value = id
    const [legend, heading, named] = [
      guest.querySelector('legend'),
      guest.querySelector('[data-title]'),
      guest.querySelector('[data-ticket-name]'),
    ]
    if (legend !== null) legend.textContent = title
    if (heading !== null) heading.textContent = nameIn(guest) || title
    if (named !== null) named.textContent = ticket
  }
  for (const count of section.querySelectorAll<HTMLInputElement>(':scope > input[name=guests]'))
    count.value = String(ids.length)
  section.hidden = ids.length === 0
}
