import type { ImportWords } from '../en/imports.ts'
import { counted } from './counted.ts'

export const imports: ImportWords = {
  openEvents: 'Importuj wydarzenia',
  openGuests: 'Importuj z innego produktu',
  titleEvents: 'Importuj wydarzenia',
  titleGuests: 'Importuj gości',
  source: 'Skąd pochodzi lista',
  anotherList: 'Inna lista (CSV)',
  hints: {
    LUMA: 'Na stronie gości wydarzenia pobierz gości jako CSV.',
    EVENTBRITE: 'W raportach wydarzenia wyeksportuj listę uczestników jako CSV.',
    PRETIX: 'W zamówieniach i eksporcie wybierz „Order data (JSON)”.',
    CSV: 'Arkusz zapisany jako CSV, z nagłówkami w pierwszym wierszu.',
    events: 'Plik CSV z nagłówkami takimi jak Tytuł, Początek i Miejsce albo plik ICS z aplikacji kalendarza.',
  },
  file: 'Plik',
  pretixApi: 'pretix, z tokenem API',
  address: 'Adres wydarzenia',
  addressHint: 'Taki jak w przeglądarce, na przykład https://pretix.eu/organizator/wydarzenie/.',
  token: 'Token API',
  tokenHint: 'Utwórz go w pretix dla zespołu, który może przeglądać zamówienia. Użyjemy go raz i nie zapiszemy.',
  checkEvent: 'Sprawdź wydarzenie',
  acceptRefused: 'Zaimportuj pozostałe wiersze, choć wiele jest pominiętych',
  check: 'Sprawdź plik',
  checking: 'Sprawdzamy plik…',
  working: 'Importujemy… Możesz zamknąć to okno.',
  dateOrder: 'Kolejność w datach takich jak 03/04/2026',
  dayFirst: 'Dzień przed miesiącem',
  monthFirst: 'Miesiąc przed dniem',
  decimalMark: 'Znak dziesiętny w cenach',
  comma: 'Przecinek, jak w 1.234,50',
  point: 'Kropka, jak w 1,234.50',
  currency: 'Waluta cen',
  currencyHint: 'Kod taki jak EUR, dla cen bez waluty.',
  results: {
    label: 'Wyniki',
    new: 'Nowe',
    changed: 'Zmienione',
    same: 'Bez zmian',
    left: 'Pominięte',
  },
  list: 'Wiersze pliku',
  none: 'Brak wierszy.',
  quiet: 'Nie wysyłamy e-maili ani webhooków. Ponowny import pliku niczego nie podwoi.',
  downloadLeft: 'Pobierz pominięte wiersze',
  nothing: 'W tym pliku nie ma nic nowego.',
  reason: 'Powód',
  line: 'Wiersz',
  importGuests: (count) =>
    counted(count, {
      one: 'Importuj # gościa',
      few: 'Importuj # gości',
      many: 'Importuj # gości',
      other: 'Importuj # gościa',
    }),
  importEvents: (count) =>
    counted(count, {
      one: 'Importuj # wydarzenie',
      few: 'Importuj # wydarzenia',
      many: 'Importuj # wydarzeń',
      other: 'Importuj # wydarzenia',
    }),
  done: (count) =>
    counted(count, {
      one: 'Zaimportowaliśmy # wiersz.',
      few: 'Zaimportowaliśmy # wiersze.',
      many: 'Zaimportowaliśmy # wierszy.',
      other: 'Zaimportowaliśmy # wiersza.',
    }),
  more: (count) =>
    counted(count, { one: 'i jeszcze #', few: 'i jeszcze #', many: 'i jeszcze #', other: 'i jeszcze #' }),
}
