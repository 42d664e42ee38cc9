import type { Locale } from '../../kernel/vocabulary.ts'

export interface SandboxWords {
  band: string
  payTitle: string
  payText: string
  pay: string
  fail: string
  later: string
  over: string
  back: string
}

/** Texts of the pages that only a sandbox has. The live Worker doesn't contain them. */
export const sandboxWords: Readonly<Record<Locale, SandboxWords>> = {
  en: {
    band: 'Test calendar, nothing here is real',
    payTitle: 'Test payment',
    payText: 'No money moves. Choose what the bank does with this payment.',
    pay: 'Pay now',
    fail: 'Decline payment',
    later: 'Pay in 3 days',
    over: 'This payment page has closed.',
    back: 'Back to your registration',
  },
  de: {
    band: 'Testkalender, hier ist nichts echt',
    payTitle: 'Testzahlung',
    payText: 'Es fließt kein Geld. Wähle, was die Bank mit dieser Zahlung macht.',
    pay: 'Jetzt bezahlen',
    fail: 'Zahlung ablehnen',
    later: 'In 3 Tagen bezahlen',
    over: 'Diese Zahlungsseite ist geschlossen.',
    back: 'Zurück zu deiner Anmeldung',
  },
  fr: {
    band: 'Calendrier de test, rien ici n’est réel',
    payTitle: 'Paiement de test',
    payText: 'Aucun argent n’est débité. Choisissez ce que la banque fait de ce paiement.',
    pay: 'Payer maintenant',
    fail: 'Refuser le paiement',
    later: 'Payer dans 3 jours',
    over: 'Cette page de paiement est fermée.',
    back: 'Retour à votre inscription',
  },
  es: {
    band: 'Calendario de prueba, nada aquí es real',
    payTitle: 'Pago de prueba',
    payText: 'No se mueve dinero. Elige qué hace el banco con este pago.',
    pay: 'Pagar ahora',
    fail: 'Rechazar el pago',
    later: 'Pagar en 3 días',
    over: 'Esta página de pago está cerrada.',
    back: 'Volver a tu inscripción',
  },
  it: {
    band: 'Calendario di prova, qui nulla è reale',
    payTitle: 'Pagamento di prova',
    payText: 'Non si muove denaro. Scegli che cosa fa la banca con questo pagamento.',
    pay: 'Paga ora',
    fail: 'Rifiuta il pagamento',
    later: 'Paga tra 3 giorni',
    over: 'Questa pagina di pagamento è chiusa.',
    back: 'Torna alla tua iscrizione',
  },
  nl: {
    band: 'Testkalender, niets hier is echt',
    payTitle: 'Testbetaling',
    payText: 'Er wordt geen geld overgemaakt. Kies wat de bank met deze betaling doet.',
    pay: 'Nu betalen',
    fail: 'Betaling weigeren',
    later: 'Over 3 dagen betalen',
    over: 'Deze betaalpagina is gesloten.',
    back: 'Terug naar je aanmelding',
  },
  pt: {
    band: 'Calendário de teste, nada aqui é real',
    payTitle: 'Pagamento de teste',
    payText: 'Nenhum dinheiro é movimentado. Escolha o que o banco faz com este pagamento.',
    pay: 'Pagar agora',
    fail: 'Recusar o pagamento',
    later: 'Pagar daqui a 3 dias',
    over: 'Esta página de pagamento está fechada.',
    back: 'Voltar à sua inscrição',
  },
  pl: {
    band: 'Kalendarz testowy, nic tu nie jest prawdziwe',
    payTitle: 'Płatność testowa',
    payText: 'Żadne pieniądze nie są przesyłane. Wybierz, co bank zrobi z tą płatnością.',
    pay: 'Zapłać teraz',
    fail: 'Odrzuć płatność',
    later: 'Zapłać za 3 dni',
    over: 'Ta strona płatności jest zamknięta.',
    back: 'Wróć do swojego zgłoszenia',
  },
  ar: {
    band: 'تقويم تجريبي، لا شيء هنا حقيقي',
    payTitle: 'دفع تجريبي',
    payText: 'لا تُنقل أي أموال. اختر ما يفعله البنك بهذه الدفعة.',
    pay: 'ادفع الآن',
    fail: 'ارفض الدفعة',
    later: 'ادفع بعد 3 أيام',
    over: 'أُغلقت صفحة الدفع هذه.',
    back: 'العودة إلى تسجيلك',
  },
  ja: {
    band: 'テスト用カレンダーです。実在のものではありません',
    payTitle: 'テスト決済',
    payText: '実際のお金は動きません。銀行がこの支払いをどう処理するかを選んでください。',
    pay: '今すぐ支払う',
    fail: '支払いを拒否する',
    later: '3日後に支払う',
    over: 'この支払いページは終了しました。',
    back: '登録ページに戻る',
  },
}
