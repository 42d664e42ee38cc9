import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Pobieraj opłatę serwisową',
  ofCalendarHint: 'Kupujący widzą ceny z opłatą. Nie zależy ona od sposobu płatności.',
  ofEvent: 'Własna opłata serwisowa tego wydarzenia',
  ofEventHint: 'W przeciwnym razie obowiązuje opłata z ustawień kalendarza.',
  percent: 'Opłata w % za miejsce',
  fixed: (currency) => `Dodatkowo, w ${currency} za miejsce`,
  cap: (currency) => `Najwyżej, w ${currency} za miejsce`,
  refundable: 'Zwracaj też opłatę',
  refundableHint: 'Jeśli odwołasz wydarzenie, goście zawsze odzyskują opłatę.',
  delayed: {
    label: 'Powolne metody płatności',
    hold: 'Oferuj je',
    holdHint: 'Polecenia zapłaty i płatności voucherem trwają do 14 dni. Do tego czasu miejsce jest zarezerwowane.',
    off: 'Tylko płatności natychmiastowe',
    ofCalendar: 'Jak w ustawieniach kalendarza',
  },
}
