import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: {
    tabs: 'Parti di questo evento',
    overview: 'Panoramica',
    viewPage: 'Vedi la pagina',
  },

  title: (event) => `Modifica ${event}`,
  parts: {
    what: 'Dettagli',
    when: 'Data e ora',
    where: 'Luogo',
    registration: 'Iscrizioni',
    seen: 'Visibilità',
  },
  preview: 'Anteprima',
  unsaved: 'Modifiche non salvate',
  allSaved: 'Tutte le modifiche sono salvate',
  saved: 'Modifiche salvate.',
  publish: 'Pubblica',
  ticketsAndQuestions: 'Biglietti e domande',

  saving: {
    title: 'Salva modifiche',
    saveAndEmail: (guests) => counted(guests, { one: 'Salva e scrivi a # ospite', other: 'Salva e scrivi a # ospiti' }),
    applyTo: 'Applica a',
    apply: {
      this: 'Solo questa data',
      following: 'Questa e tutte le date successive',
      all: 'Tutte le date della serie',
    },
    allHint: 'Le date modificate a parte mantengono le loro modifiche.',
    willChange: (dates) => counted(dates, { one: '# data cambierà.', other: '# date cambieranno.' }),
    email: (guests) => counted(guests, { one: 'Scrivi a # ospite', other: 'Scrivi a # ospiti' }),
    emailHint: 'Riceveranno il nuovo orario e luogo.',
  },

  cover: {
    label: 'Copertina',
    choose: 'Scegli un’immagine',
    replace: 'Scegli un’altra immagine',
    uploading: 'Caricamento…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. Il browser ha rimosso i metadati prima del caricamento.`,
    hint: 'Trascina, incolla o scegli un file JPEG, PNG o WebP. Altrimenti disegniamo noi una locandina.',
    logoHint: 'Trascina o scegli un file JPEG, PNG o WebP. Altrimenti mostriamo l’iniziale del nome.',
    useColour: 'Usa il suo colore',
    remove: 'Rimuovi immagine',
    linkPreview: 'Anteprima del link',
  },

  hues: {
    colour: (degrees) => `Colore ${degrees}°`,
    automatic: 'Automatico, dal nome',
  },
}
