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
    failed: 'Nie udało się zapisać archiwum.',
  },
  download: (size) => `Pobierz ${size}`,
  key: {
    title: 'Twoje archiwum ma klucz',
    of: 'klucz archiwum',
    warning:
      'Zapisz teraz ten klucz. Pokazujemy go tylko raz. Bez niego goście będą po przywróceniu potrzebować nowych linków.',
    stored: 'Klucz jest zapisany',
  },
  restore: {
    open: 'Przywróć archiwum',
    title: 'Przywróć kalendarz',
    lead: 'Wybierz plik ZIP kalendarza z innej instalacji. Dodamy go tutaj, z Tobą jako jedynym członkiem.',
    file: 'Archiwum',
    key: 'Klucz archiwum',
    keyHint:
      'Bez klucza goście potrzebują nowych linków, webhooki dostają nowe sekrety, a późniejszy import nie rozpozna usuniętych osób.',
    slug: 'Nowy adres',
    slugHint: 'Adres z archiwum jest tu zajęty.',
    start: 'Przywróć kalendarz',
    uploading: (sent, whole) => `Odebraliśmy ${sent} z ${whole}. Nie zamykaj tego okna.`,
    running: (done, parts) => `Przywracanie kalendarza: części ${done} z ${parts}. Możesz zamknąć tę stronę.`,
    done: 'Kalendarz jest przywrócony. Jest prywatny i niczego nie wysyła. Sprawdź go, a potem cofnij usunięcie, aby go otworzyć.',
    changed: 'Ktoś zmienił to archiwum po utworzeniu. Sprawdź kalendarz uważnie.',
    show: 'Pokaż kalendarz',
    failed: 'Nie udało się przywrócić kalendarza. Usuwamy to, co dodaliśmy.',
    hide: 'Ukryj',
  },
}
