import type { Child } from 'hono/jsx/dom'
import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Sviluppatori',
  freePlan: {
    needed: (calendar) => `Il pannello per sviluppatori richiede Plus o Pro, e ${calendar} ha il piano Free.`,
    openToAll: (link): Child[] => [link('La documentazione'), ' è aperta a tutti.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: serve ${plan}`,
    current: (calendar, plan) => `${calendar} ha il piano ${plan}.`,
  },

  feed: {
    title: 'Feed',
    lead: 'Abbonati al calendario da qualsiasi app di calendario.',
    public: {
      title: 'Feed pubblico',
      isPrivate: 'Questo calendario è privato, quindi non ha un feed pubblico.',
      about: 'Chiunque può abbonarsi. Contiene gli eventi pubblici pubblicati, da 90 giorni fa a 18 mesi da oggi.',
      address: 'l’indirizzo pubblico',
      webcalAddress: 'l’indirizzo webcal pubblico',
    },
    secret: {
      title: 'Feed segreto',
      on: 'Attivo',
      off: 'Non attivo',
      about: 'Un secondo indirizzo per te e il tuo team, con gli eventi non in elenco e privati. Tienilo segreto.',
      create: 'Crea indirizzo segreto',
      replace: 'Sostituisci indirizzo',
      revoke: 'Revoca indirizzo',
    },
    creating: {
      title: 'Creare un indirizzo segreto?',
      about:
        'Chi lo ha può leggere tutti gli eventi pubblicati di questo calendario, anche quelli non in elenco e privati.',
      action: 'Crea indirizzo',
    },
    replacing: {
      title: 'Sostituire l’indirizzo segreto?',
      about: 'Il vecchio indirizzo smette subito di funzionare. Chi si è abbonato ha bisogno di quello nuovo.',
      action: 'Sostituisci indirizzo',
    },
    revoking: {
      title: 'Revocare l’indirizzo segreto?',
      about: 'Smette subito di funzionare. Il feed pubblico non cambia.',
      action: 'Revoca indirizzo',
      done: 'Indirizzo segreto revocato.',
    },
    created: {
      title: 'L’indirizzo segreto',
      address: 'l’indirizzo',
      warning:
        'Lo mostriamo solo adesso. Chi lo ha può leggere tutti gli eventi pubblicati, anche quelli non in elenco e privati.',
      oneTap: 'Per le app che si abbonano con un tocco:',
      webcalAddress: 'l’indirizzo webcal',
    },
  },

  embed: {
    title: 'Widget',
    lead: 'Mostra i tuoi eventi sul tuo sito con un solo tag.',
    isPrivate: 'Questo calendario è privato e non si può incorporare. Prima rendilo pubblico.',
    tag: 'Tag da incorporare',
    tagHint: 'Incollalo dove deve comparire l’elenco.',
    copied: 'il tag',
    theme: 'Tema',
    themes: { auto: 'Come il dispositivo di chi legge', light: 'Chiaro', dark: 'Scuro' },
    accent: 'Colore',
    chooseAccent: 'Scegli il colore',
    accentHint: (example) => `Un colore, per esempio ${example}. Lascia vuoto per quello predefinito.`,
    notColour: 'Questo non è un colore.',
    limit: 'Numero massimo di eventi',
    notLimit: (most) => `Inserisci un numero da 1 a ${most}.`,
    compact: 'Compatto, senza immagini e riassunti',
    preview: 'Anteprima',
    previewOfList: 'Anteprima dell’elenco incorporato',
  },

  reference: {
    title: 'Documentazione',
    lead: 'Usa questo calendario dal tuo codice.',
    base: 'URL di base',
    copiedBase: 'l’URL di base',
    copiedCommand: 'il comando',
    listWithKey: 'Elenca gli eventi di questo calendario con una chiave API:',
    listPublic: 'Elenca gli eventi pubblici di questo calendario:',
    whole: {
      title: 'La documentazione',
      about: 'Tutte le operazioni, con richieste pronte da eseguire per questo calendario.',
    },
    quickStarts: {
      title: 'Guide rapide',
      about: 'Dall’elenco incorporato al webhook verificato, in poche righe.',
    },
    webhooks: {
      title: 'Webhook',
      about: 'Il payload di ogni tipo di evento e gli header delle due forme.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'Il contratto leggibile dalle macchine, per generatori e linter.',
    },
  },

  secret: {
    warning: 'Lo mostriamo solo adesso. Conservalo su un server, mai in una pagina web.',
    saved: 'L’ho salvato',
  },
}
