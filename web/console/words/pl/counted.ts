import { pluralsOf } from '../../../../src/words/plurals.ts'

/** Returns "1 gość", "2 goście" or "5 gości" for the forms `{ one: '# gość', few: '# goście', many: '# gości', … }`. */
export const counted = pluralsOf<'one' | 'few' | 'many' | 'other'>('pl', (count) => count.toLocaleString('pl'))

export const guestsCounted = (count: number) =>
  counted(count, { one: '# gość', few: '# goście', many: '# gości', other: '# gościa' })

/** Completes "Wyślij e-mail …". */
export const toGuests = (count: number) =>
  counted(count, { one: 'do # gościa', few: 'do # gości', many: 'do # gości', other: 'do # gościa' })

export const datesCounted = (count: number) =>
  counted(count, { one: '# termin', few: '# terminy', many: '# terminów', other: '# terminu' })

export const eventsCounted = (count: number) =>
  counted(count, { one: '# wydarzenie', few: '# wydarzenia', many: '# wydarzeń', other: '# wydarzenia' })

export const ordersCounted = (count: number) =>
  counted(count, { one: '# zamówienie', few: '# zamówienia', many: '# zamówień', other: '# zamówienia' })

export const paidOrdersCounted = (count: number) =>
  counted(count, {
    one: '# opłacone zamówienie',
    few: '# opłacone zamówienia',
    many: '# opłaconych zamówień',
    other: '# opłaconego zamówienia',
  })

export const seatsCounted = (count: number) =>
  counted(count, { one: '# miejsce', few: '# miejsca', many: '# miejsc', other: '# miejsca' })

export const attemptsCounted = (count: number) =>
  counted(count, { one: '# próba', few: '# próby', many: '# prób', other: '# próby' })

export const registrationsCounted = (count: number) =>
  counted(count, { one: '# zapis', few: '# zapisy', many: '# zapisów', other: '# zapisu' })

export const number = (count: number) => count.toLocaleString('pl')
