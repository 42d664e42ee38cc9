import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Dla programistów',
  freePlan: {
    needed: (calendar) => `Panel programisty wymaga planu Plus lub Pro, a ${calendar} ma plan Free.`,
    openToAll: (link) => ['Każdy może przeczytać ', link('dokumentację'), '.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: wymagany plan ${plan}`,
    current: (calendar, plan) => `${calendar} ma plan ${plan}.`,
  },

  feed: {
    title: 'Kanał',
    lead: 'Subskrybuj kalendarz w dowolnej aplikacji kalendarza.',
    public: {
      title: 'Kanał publiczny',
      isPrivate: 'Ten kalendarz jest prywatny, więc nie ma kanału publicznego.',
      about:
        'Każdy może go subskrybować. Zawiera opublikowane wydarzenia publiczne od 90 dni wstecz do 18 miesięcy naprzód.',
      address: 'adres publiczny',
      webcalAddress: 'publiczny adres webcal',
    },
    secret: {
      title: 'Kanał tajny',
      on: 'Włączony',
      off: 'Wyłączony',
      about:
        'Drugi adres, dla Ciebie i zespołu, który obejmuje też wydarzenia niepubliczne i prywatne. Nie udostępniaj go.',
      create: 'Utwórz tajny adres',
      replace: 'Zmień adres',
      revoke: 'Unieważnij adres',
    },
    creating: {
      title: 'Utworzyć tajny adres?',
      about: 'Kto go zna, zobaczy każde opublikowane wydarzenie tego kalendarza, także niepubliczne i prywatne.',
      action: 'Utwórz adres',
    },
    replacing: {
      title: 'Zmienić tajny adres?',
      about: 'Stary adres natychmiast przestanie działać. Wszyscy, którzy go subskrybują, będą potrzebować nowego.',
      action: 'Zmień adres',
    },
    revoking: {
      title: 'Unieważnić tajny adres?',
      about: 'Natychmiast przestanie działać. Kanał publiczny się nie zmieni.',
      action: 'Unieważnij adres',
      done: 'Unieważniono tajny adres.',
    },
    created: {
      title: 'Tajny adres',
      address: 'adres',
      warning:
        'Pokazujemy go tylko teraz. Kto go zna, zobaczy każde opublikowane wydarzenie, także niepubliczne i prywatne.',
      oneTap: 'Dla aplikacji, które subskrybują jednym dotknięciem:',
      webcalAddress: 'adres webcal',
    },
  },

  embed: {
    title: 'Na stronie',
    lead: 'Pokaż wydarzenia na własnej stronie za pomocą jednego znacznika.',
    isPrivate: 'Ten kalendarz jest prywatny i nie można go osadzić. Najpierw go upublicznij.',
    tag: 'Znacznik',
    tagHint: 'Wklej go tam, gdzie ma się pojawić lista.',
    copied: 'znacznik',
    theme: 'Motyw',
    themes: { auto: 'Jak na urządzeniu czytelnika', light: 'Jasny', dark: 'Ciemny' },
    accent: 'Akcent',
    chooseAccent: 'Wybierz akcent',
    accentHint: (example) => `Kolor, na przykład ${example}. Puste pole oznacza kolor domyślny.`,
    notColour: 'To nie jest kolor.',
    limit: 'Najwięcej wydarzeń',
    notLimit: (most) => `Wpisz liczbę od 1 do ${most}.`,
    compact: 'Zwięźle, bez obrazów i streszczeń',
    preview: 'Podgląd',
    previewOfList: 'Podgląd osadzonej listy',
  },

  reference: {
    title: 'Dokumentacja',
    lead: 'Korzystaj z tego kalendarza we własnym kodzie.',
    base: 'Bazowy URL',
    copiedBase: 'bazowy URL',
    copiedCommand: 'polecenie',
    listWithKey: 'Lista wydarzeń tego kalendarza z kluczem API:',
    listPublic: 'Lista publicznych wydarzeń tego kalendarza:',
    whole: {
      title: 'Dokumentacja',
      about: 'Każda operacja, z żądaniami do uruchomienia, uzupełnionymi o ten kalendarz.',
    },
    quickStarts: { title: 'Szybki start', about: 'Od osadzonej listy po zweryfikowany webhook, w kilku wierszach.' },
    webhooks: { title: 'Webhooki', about: 'Treść każdego typu zdarzenia i nagłówki obu form.' },
    document: { title: 'OpenAPI 3.1', about: 'Umowa w formie czytelnej dla maszyn, dla generatorów i linterów.' },
  },

  secret: {
    warning: 'Pokazujemy to tylko teraz. Przechowuj na serwerze, nigdy na stronie internetowej.',
    saved: 'Mam zapisane',
  },
}
