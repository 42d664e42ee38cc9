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
    failed: 'Non siamo riusciti a scrivere l’archivio.',
  },
  download: (size) => `Scarica ${size}`,
  key: {
    title: 'Il tuo archivio ha una chiave',
    of: 'la chiave dell’archivio',
    warning:
      'Conserva subito questa chiave. La mostriamo una sola volta. Senza, dopo un ripristino gli ospiti avranno bisogno di nuovi link.',
    stored: 'Ho conservato la chiave',
  },
  restore: {
    open: 'Ripristina un archivio',
    title: 'Ripristina un calendario',
    lead: 'Scegli lo ZIP di un calendario di un’altra installazione. Lo aggiungiamo qui, con te come unico membro.',
    file: 'Archivio',
    key: 'Chiave dell’archivio',
    keyHint:
      'Senza la chiave, gli ospiti hanno bisogno di nuovi link, i webhook ricevono nuovi segreti e un’importazione successiva non riconosce le persone cancellate.',
    slug: 'Nuovo indirizzo',
    slugHint: 'L’indirizzo nell’archivio è già in uso qui.',
    start: 'Ripristina calendario',
    uploading: (sent, whole) => `Abbiamo ricevuto ${sent} di ${whole}. Lascia aperta questa finestra.`,
    running: (done, parts) => `Ripristino di un calendario: ${done} parti su ${parts}. Puoi chiudere questa pagina.`,
    done: 'Abbiamo ripristinato il tuo calendario. È privato e non invia nulla. Controllalo, poi annulla la sua eliminazione per aprirlo.',
    changed: 'Questo archivio è stato modificato dopo la creazione. Controlla bene il calendario.',
    show: 'Mostra calendario',
    failed: 'Non siamo riusciti a ripristinare il calendario. Stiamo eliminando ciò che avevamo aggiunto.',
    hide: 'Nascondi',
  },
}
