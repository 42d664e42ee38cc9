import type { EditorWords } from '../en/editor.ts'
import { counted, toGuests } from './counted.ts'

export const editor: EditorWords = {
  frame: { tabs: 'Części tego wydarzenia', overview: 'Przegląd', viewPage: 'Zobacz stronę' },

  title: (event) => `Edytuj: ${event}`,
  parts: { what: 'Szczegóły', when: 'Data i godzina', where: 'Miejsce', registration: 'Zapisy', seen: 'Widoczność' },
  preview: 'Podgląd',
  unsaved: 'Niezapisane zmiany',
  allSaved: 'Wszystko zapisane',
  saved: 'Zapisano zmiany.',
  publish: 'Opublikuj',
  ticketsAndQuestions: 'Bilety i pytania',

  saving: {
    title: 'Zapisz zmiany',
    saveAndEmail: (guests) => `Zapisz i wyślij e-mail ${toGuests(guests)}`,
    applyTo: 'Zastosuj do',
    apply: {
      this: 'Tylko tego terminu',
      following: 'Tego i wszystkich następnych terminów',
      all: 'Wszystkich terminów serii',
    },
    allHint: 'Terminy edytowane osobno zachowają własne zmiany.',
    willChange: (dates) =>
      counted(dates, {
        one: 'Zmieni się # termin.',
        few: 'Zmienią się # terminy.',
        many: 'Zmieni się # terminów.',
        other: 'Zmieni się # terminu.',
      }),
    email: (guests) => `Wyślij e-mail ${toGuests(guests)}`,
    emailHint: 'Otrzymają nową godzinę i miejsce.',
  },

  cover: {
    label: 'Okładka',
    choose: 'Wybierz obraz',
    replace: 'Wybierz inny obraz',
    uploading: 'Przesyłanie…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. Przeglądarka usunęła metadane przed przesłaniem.`,
    hint: 'Upuść, wklej lub wybierz JPEG, PNG albo WebP. Bez obrazu narysujemy plakat.',
    logoHint: 'Upuść lub wybierz JPEG, PNG albo WebP. Bez obrazu pokażemy pierwszą literę nazwy.',
    useColour: 'Użyj jego koloru',
    remove: 'Usuń obraz',
    linkPreview: 'Podgląd linku',
  },

  hues: { colour: (degrees) => `Kolor ${degrees}°`, automatic: 'Automatycznie, z nazwy' },
}
