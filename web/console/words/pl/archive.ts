import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Przenieś do innej instalacji',
  lead: 'Archiwum to jeden plik ZIP ze wszystkim, co jest w tym kalendarzu. Inna instalacja przywraca go z tymi samymi adresami, linkami i kodami QR.',
  create: 'Utwórz archiwum',
  list: 'Archiwa',
  states: {
    running: (rows) =>
      counted(rows, {
        one: 'Zapisujemy, dotąd # wiersz.',
        few: 'Zapisujemy, dotąd # wiersze.',
        many: 'Zapisujemy, dotąd # wierszy.',
        other: 'Zapisujemy, dotąd # wiersza.',
      }),
    ready: (until) => `Gotowe. Możesz je pobrać do ${until}.`,
    failed: 'Nie udało się zapisać archiwum. Utwórz nowe.',
  },
  download: (size) => `Pobierz ${size}`,
  key: {
    title: 'Twoje archiwum ma klucz',
    of: 'klucz archiwum',
    warning:
      'Zapisz teraz ten klucz. Pokazujemy go tylko raz. Bez niego goście będą po przywróceniu potrzebować nowych linków.',
    stored: 'Klucz jest zapisany',
  },
}
