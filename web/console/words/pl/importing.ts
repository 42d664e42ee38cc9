import type { ImportingWords } from '../en/importing.ts'
import { counted, toGuests, number } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Dodaj gości z pliku',
  file: 'Plik CSV',
  paste: 'Albo wklej tabelę',
  pasteExample: 'Imię, Nazwisko, E-mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Wybierz inny plik',

  readAs: {
    commas: (encoding) => `Odczytano jako ${encoding}, z kolumnami rozdzielonymi przecinkami.`,
    semicolons: (encoding) => `Odczytano jako ${encoding}, z kolumnami rozdzielonymi średnikami.`,
    tabs: (encoding) => `Odczytano jako ${encoding}, z kolumnami rozdzielonymi tabulatorami.`,
    bars: (encoding) => `Odczytano jako ${encoding}, z kolumnami rozdzielonymi kreskami pionowymi.`,
  },
  checkLetters: 'Jeśli litery takie jak ł lub ś wyglądają źle, zapisz plik jako UTF-8 i wybierz go ponownie.',

  columns: { email: 'E-mail', firstName: 'Imię', lastName: 'Nazwisko', name: 'Imię i nazwisko', ticket: 'Bilet' },
  skipColumn: 'Pomiń',
  reason: 'Powód',

  rows: {
    label: 'Wiersze pliku',
    column: (index) => `Kolumna ${index}`,
    row: (index) => `Wiersz ${index}`,
    fault: (index, fault) => `Wiersz ${index}: ${fault}`,
    moreFaults: (count) => `i jeszcze ${number(count)}`,
    ticketForOthers: 'Bilet dla wierszy, w których go nie podano',
  },

  faults: {
    noAddress: 'brak adresu e-mail',
    twice: 'jest w pliku dwa razy',
    noName: 'brak imienia i nazwiska',
    stopped: 'nie próbowano, bo dodawanie zatrzymano',
    noTicket: (ticket) => `nie ma biletu „${ticket}”`,
  },

  willBeAdded: (guests) =>
    counted(guests, {
      one: 'Dodamy # gościa',
      few: 'Dodamy # gości',
      many: 'Dodamy # gości',
      other: 'Dodamy # gościa',
    }),
  willBeAddedExcept: (added, skipped) => [
    added,
    counted(skipped, {
      one: ', pominiemy # wiersz:',
      few: ', pominiemy # wiersze:',
      many: ', pominiemy # wierszy:',
      other: ', pominiemy # wiersza:',
    }),
  ],
  emailing: {
    ask: 'Wysłać tym gościom e-maile?',
    no: 'Nie, tylko ich dodaj',
    noHint: (resend) =>
      `E-mail dostaną tylko goście z zamówieniem do zapłaty, bo ono wygasa. Bilety możesz wysłać później: zaznacz gości i wybierz „${resend}”.`,
    yes: 'Tak, wyślij im bilety e-mailem',
    yesHint: 'Każdy gość od razu dostanie e-mail.',
  },

  add: 'Dodaj',
  addOnly: (guests) =>
    counted(guests, { one: 'Dodaj # gościa', few: 'Dodaj # gości', many: 'Dodaj # gości', other: 'Dodaj # gościa' }),
  addAndEmail: (guests) => `Dodaj i wyślij e-mail ${toGuests(guests)}`,
  running: { doing: 'Dodawanie', progress: (done, total) => `Dodawanie: ${done} z ${total}` },
  added: (guests) => `Dodano gości: ${number(guests)}.`,
  addedExcept: (guests, rows, open) =>
    `Dodano gości: ${number(guests)}, niedodane wiersze: ${number(rows)}. Aby zobaczyć przyczyny, wybierz „${open}”.`,

  result: {
    title: (guests) => `Dodano gości: ${number(guests)}`,
    allEmailed: 'Wysyłamy wszystkim bilety e-mailem.',
    noneEmailed: 'Wysyłamy e-maile tylko gościom z zamówieniem do zapłaty.',
    notAdded: (people) =>
      counted(people, {
        one: 'Nie dodano # wiersza:',
        few: 'Nie dodano # wierszy:',
        many: 'Nie dodano # wierszy:',
        other: 'Nie dodano # wiersza:',
      }),
    list: 'Nie dodano',
    download: 'Pobierz te wiersze',
  },

  inviting: {
    title: 'Zaproś osoby',
    addresses: 'Adresy e-mail',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) => `Znalezione adresy: ${number(addresses)}. Wklej je w dowolnej formie.`,
    file: 'Albo plik CSV',
    message: 'Twoja wiadomość',
    showPreview: 'Podgląd e-maila',
    hidePreview: 'Ukryj podgląd',
    send: (invitations) =>
      counted(invitations, {
        one: 'Wyślij # zaproszenie',
        few: 'Wyślij # zaproszenia',
        many: 'Wyślij # zaproszeń',
        other: 'Wyślij # zaproszenia',
      }),
    done: (people) =>
      counted(people, {
        one: 'Zaproszono # osobę',
        few: 'Zaproszono # osoby',
        many: 'Zaproszono # osób',
        other: 'Zaproszono # osoby',
      }),
    results: {
      invited: (count) => `zaproszono: ${number(count)}`,
      alreadyRegistered: (count) => `już zapisane osoby: ${number(count)}`,
      unsubscribed: (count) => `nie chcą wiadomości z tego kalendarza: ${number(count)}`,
      declined: (count) => `już odrzuciły zaproszenie na to wydarzenie: ${number(count)}`,
      invalid: (count) => `nieprawidłowe: ${number(count)}`,
    },
  },
}
