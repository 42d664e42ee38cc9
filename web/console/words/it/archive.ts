import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Passa a un’altra installazione',
  lead: 'Un archivio è un file ZIP con tutto il contenuto di questo calendario. Un’altra installazione lo ripristina con gli stessi indirizzi, link e codici QR.',
  create: 'Crea archivio',
  list: 'Archivi',
  states: {
    running: (rows) =>
      counted(rows, {
        one: 'In scrittura, # riga finora.',
        other: 'In scrittura, # righe finora.',
      }),
    ready: (until) => `Pronto. Puoi scaricarlo fino al ${until}.`,
    failed: 'Non siamo riusciti a scrivere l’archivio. Creane un altro.',
  },
  download: (size) => `Scarica ${size}`,
  key: {
    title: 'Il tuo archivio ha una chiave',
    of: 'la chiave dell’archivio',
    warning:
      'Conserva subito questa chiave. La mostriamo una sola volta. Senza, dopo un ripristino gli ospiti avranno bisogno di nuovi link.',
    stored: 'Ho conservato la chiave',
  },
}
