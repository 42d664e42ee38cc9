import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: {
    tabs: 'Delen van dit evenement',
    overview: 'Overzicht',
    viewPage: 'Pagina bekijken',
  },

  title: (event) => `${event} bewerken`,
  parts: {
    what: 'Details',
    when: 'Datum en tijd',
    where: 'Locatie',
    registration: 'Inschrijving',
    seen: 'Zichtbaarheid',
  },
  preview: 'Voorbeeld',
  unsaved: 'Niet-opgeslagen wijzigingen',
  allSaved: 'Alles is opgeslagen',
  saved: 'Wijzigingen opgeslagen.',
  publish: 'Publiceren',
  ticketsAndQuestions: 'Tickets en vragen',

  saving: {
    title: 'Wijzigingen opslaan',
    saveAndEmail: (guests) => counted(guests, { one: 'Opslaan en # gast mailen', other: 'Opslaan en # gasten mailen' }),
    applyTo: 'Toepassen op',
    apply: {
      this: 'Alleen deze datum',
      following: 'Deze en alle volgende datums',
      all: 'Alle datums van de reeks',
    },
    allHint: 'Apart bewerkte datums houden hun eigen wijzigingen.',
    willChange: (dates) => counted(dates, { one: '# datum verandert.', other: '# datums veranderen.' }),
    email: (guests) => counted(guests, { one: '# gast mailen', other: '# gasten mailen' }),
    emailHint: 'Ze krijgen de nieuwe tijd en plaats.',
  },

  cover: {
    label: 'Omslag',
    choose: 'Afbeelding kiezen',
    replace: 'Andere afbeelding kiezen',
    uploading: 'Uploaden…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. Je browser heeft de metadata vóór het uploaden verwijderd.`,
    hint: 'Sleep, plak of kies een JPEG, PNG of WebP. Anders tekenen wij een poster.',
    logoHint: 'Sleep of kies een JPEG, PNG of WebP. Anders tonen we de eerste letter van de naam.',
    useColour: 'Kleur overnemen',
    remove: 'Afbeelding verwijderen',
    linkPreview: 'Linkvoorbeeld',
  },

  hues: {
    colour: (degrees) => `Kleur ${degrees}°`,
    automatic: 'Automatisch, op basis van de naam',
  },
}
