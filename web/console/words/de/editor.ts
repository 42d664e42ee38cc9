import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: {
    tabs: 'Bereiche dieser Veranstaltung',
    overview: 'Übersicht',
    viewPage: 'Seite ansehen',
  },

  title: (event) => `${event} bearbeiten`,
  parts: {
    what: 'Angaben',
    when: 'Datum und Zeit',
    where: 'Ort',
    registration: 'Anmeldung',
    seen: 'Sichtbarkeit',
  },
  preview: 'Vorschau',
  unsaved: 'Nicht gespeicherte Änderungen',
  allSaved: 'Alles gespeichert',
  saved: 'Änderungen gespeichert.',
  publish: 'Veröffentlichen',
  ticketsAndQuestions: 'Tickets und Fragen',

  saving: {
    title: 'Änderungen speichern',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Speichern und # Gast schreiben', other: 'Speichern und # Gästen schreiben' }),
    applyTo: 'Gilt für',
    apply: {
      this: 'Nur diesen Termin',
      following: 'Diesen und alle folgenden Termine',
      all: 'Alle Termine der Serie',
    },
    allHint: 'Einzeln bearbeitete Termine behalten ihre Änderungen.',
    willChange: (dates) => counted(dates, { one: '# Termin wird geändert.', other: '# Termine werden geändert.' }),
    email: (guests) =>
      counted(guests, { one: '# Gast per E-Mail informieren', other: '# Gäste per E-Mail informieren' }),
    emailHint: 'Die E-Mail nennt die neue Zeit und den neuen Ort.',
  },

  cover: {
    label: 'Titelbild',
    choose: 'Bild auswählen',
    replace: 'Anderes Bild auswählen',
    uploading: 'Wird hochgeladen …',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. Ihr Browser hat die Metadaten vor dem Hochladen entfernt.`,
    hint: 'JPEG, PNG oder WebP hierherziehen, einfügen oder auswählen. Ohne Bild zeichnen wir ein Plakat.',
    logoHint:
      'JPEG, PNG oder WebP hierherziehen oder auswählen. Ohne Bild zeigen wir den ersten Buchstaben des Namens.',
    useColour: 'Farbe übernehmen',
    remove: 'Bild entfernen',
    linkPreview: 'Linkvorschau',
  },

  hues: {
    colour: (degrees) => `Farbe ${degrees}°`,
    automatic: 'Automatisch, aus dem Namen',
  },
}
