import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: '承認',
  decline: '却下',
  resend: '再送',
  transfer: '譲渡',
  moreFor: (name) => `その他の操作：${name}`,
  resendEmail: 'メールを再送',
  renewLinks: 'リンクを更新',
  erase: '消去…',
  codeOf: (name) => `${name}さんのQRコード`,
  answers: '回答',

  moves: {
    CONFIRMED: '確定する',
    CHECKED_IN: '手動で入場にする',
    WAITLISTED: 'キャンセル待ちに移す',
    DECLINED: '却下',
    CANCELLED: '申し込みをキャンセル',
  },
  moved: {
    CONFIRMED: (name) => `${name}さん：確定しました。`,
    CHECKED_IN: (name) => `${name}さん：入場しました。`,
    WAITLISTED: (name) => `${name}さん：キャンセル待ちに移しました。`,
    DECLINED: (name) => `${name}さん：却下しました。`,
    CANCELLED: (name) => `${name}さん：キャンセルしました。`,
  },
  approved: (name) => `${name}さんを承認しました。`,
  declined: (name) => `${name}さんを却下しました。`,
  resent: (name) => `${name}さんにメールを再送しています。`,
  renewed: (name) => `${name}さんのリンクを更新しました。`,

  history: { title: '履歴', none: '過去30日間の変更はありません。' },

  mails: {
    title: 'メール',
    none: 'メールはまだありません。',
    mail: (kind, status) => `${kind}、${status}`,
    statuses: { sent: '送信済み', pending: '送信中', retrying: '再試行中', failed: '未達', cancelled: '送信なし' },
    kinds: {
      confirmation: '参加確定',
      promoted: '繰り上げ',
      'transfer.received': '譲渡の受け取り',
      'transfer.sent': '譲渡の完了',
      pending: '申し込み受付',
      waitlisted: 'キャンセル待ち',
      offered: '参加枠の案内',
      refusal: '申し込みの却下',
      cancelled: '申し込みのキャンセル',
      withdrawn: '参加者によるキャンセル',
      'reply.kept': 'カレンダーからの返信の受領',
      invitation: '招待',
      'event.cancelled': 'イベント中止',
      'event.changed': 'イベント変更',
      'address-changed': 'アドレス変更',
      announcement: 'お知らせ',
      reminder: 'リマインダー',
      refund: '返金',
      registrations: '申し込み一覧',
      verification: 'メールアドレスの確認',
      party: 'グループ',
    },
  },

  party: {
    title: (guests) => `一緒に申し込み、${guests}名`,
    list: '一緒に申し込み',
    buyerErased: '申し込んだ方の情報は消去されています。',
    registeredBy: (name, email) => ['申し込んだ方：', name, '、', email],
    registeredByWithEmails: (name, email) => [
      '申し込んだ方：',
      name,
      '、',
      email,
      '。この参加者にはアドレスがないため、メールはそちらに送られます。',
    ],
    editBuyer: '購入者を編集',
  },

  edit: {
    title: (name) => `${name}さんを編集`,
    guestMoved: '新しいアドレスに新しいコードとリンクを送ります。古いものはすぐに使えなくなります。',
    buyerLead: 'グループと注文に表示される名前です。購入者が参加者でもある場合、参加者の名前は別に編集してください。',
    buyerMoved:
      'グループに申し込み中の方がいる場合、新しいアドレスにグループの新しいリンクを送ります。古いリンクはすぐに使えなくなり、購入者のアドレスを使っている参加者のコードとリンクも無効になります。以後のメールは新しいアドレスに届きます。購入者が参加者でもある場合、その参加者のアドレスも変わります。',
    ticketLeft: (ticket, left) => `${ticket}（残り${left}）`,
    ticketFull: (ticket) => `${ticket}（完売）`,
    ticketMoved: '新しいチケットを参加者にメールで送ります。コードはそのまま使えます。今は請求も返金もありません。',
    samePriceOnly: '参加者の注文と同じ価格のチケットのみ選べます。',
    save: '情報を保存',
    saveAndEmail: '保存してメール',
    saved: '情報を保存しました。',
  },

  transferring: {
    title: (name) => `${name}さんの参加枠を譲渡`,
    lead: 'チケット、注文、参加枠が別の方に移ります。古いコードは使えなくなり、両方にメールが届きます。',
    name: '相手の名前',
    email: '相手のメールアドレス',
    action: '譲渡して両方にメール',
    done: (name) => `${name}さんの参加枠を譲渡しました。両方にメールを送信しています。`,
  },

  erasing: {
    ask: (name) => `${name}さんの情報を消去しますか？`,
    action: '完全に消去',
    means:
      '名前、アドレス、回答、コードを、注文、メール、エクスポート済みのファイルからも消去します。確保していた参加枠は、キャンセル待ちの先頭の方に移ります。元に戻せません。',
    done: '参加者と、その個人情報をすべて消去しました。',
  },
}
