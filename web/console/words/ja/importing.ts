import type { ImportingWords } from '../en/importing.ts'
import { number } from './counted.ts'

export const importing: ImportingWords = {
  title: 'ファイルから参加者を追加',
  file: 'CSVファイル',
  paste: 'または表を貼り付け',
  pasteExample: '名, 姓, メールアドレス\nNora, Lindqvist, nora@example.org',
  chooseAnother: '別のファイルを選ぶ',
  readAs: {
    commas: (encoding) => `${encoding}、カンマ区切りとして読み込みました。`,
    semicolons: (encoding) => `${encoding}、セミコロン区切りとして読み込みました。`,
    tabs: (encoding) => `${encoding}、タブ区切りとして読み込みました。`,
    bars: (encoding) => `${encoding}、縦線区切りとして読み込みました。`,
  },
  checkLetters: '文字化けしている場合は、ファイルをUTF-8で保存し、もう一度選択してください。',

  columns: { email: 'メールアドレス', firstName: '名', lastName: '姓', name: '氏名', ticket: 'チケット' },
  skipColumn: '取り込まない',
  reason: '理由',

  rows: {
    label: 'ファイルの行',
    column: (index) => `${index}列目`,
    row: (index) => `${index}行目`,
    fault: (index, fault) => `${index}行目：${fault}`,
    moreFaults: (count) => `ほか${number(count)}件`,
    ticketForOthers: '指定のない行のチケット',
  },

  faults: {
    noAddress: 'メールアドレスがありません',
    twice: 'ファイル内で重複しています',
    noName: '名前がありません',
    stopped: '停止したため、追加していません',
    noTicket: (ticket) => `「${ticket}」というチケットはありません`,
  },

  willBeAdded: (guests) => `${number(guests)}名を追加します`,
  willBeAddedExcept: (added, skipped) => [added, `（${number(skipped)}行を除く）：`],
  emailing: {
    ask: 'これらの参加者にメールを送りますか？',
    no: 'いいえ、追加のみ',
    noHint: (resend) =>
      `支払いが必要な注文には期限があるため、該当する参加者にのみメールを送ります。チケットは後からでも、参加者を選択して「${resend}」で送れます。`,
    yes: 'はい、チケットをメールで送る',
    yesHint: '各参加者にすぐメールが届きます。',
  },

  add: '追加',
  addOnly: (guests) => `${number(guests)}名を追加`,
  addAndEmail: (guests) => `追加して${number(guests)}名にメール`,
  running: { doing: '追加中', progress: (done, total) => `追加中：${done}／${total}` },
  added: (guests) => `${number(guests)}名を追加しました。`,
  addedExcept: (guests, rows, open) =>
    `${number(guests)}名を追加、${number(rows)}行は追加できませんでした。理由は「${open}」で確認できます。`,

  result: {
    title: (guests) => `${number(guests)}名を追加しました`,
    allEmailed: '全員にチケットをメールで送信しています。',
    noneEmailed: '支払いが必要な注文のある参加者にのみ、メールを送信しています。',
    notAdded: (people) => `${number(people)}行を追加しませんでした：`,
    list: '追加しなかった行',
    download: 'これらの行をダウンロード',
  },

  inviting: {
    title: '招待する',
    addresses: 'メールアドレス',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) => `${number(addresses)}件のアドレスが見つかりました。どの形式でも貼り付けられます。`,
    file: 'またはCSVファイル',
    message: 'メッセージ',
    showPreview: 'メールをプレビュー',
    hidePreview: 'プレビューを隠す',
    send: (invitations) => `${number(invitations)}通の招待を送信`,
    done: (people) => `${number(people)}名を招待しました`,
    results: {
      invited: (count) => `招待：${number(count)}名`,
      alreadyRegistered: (count) => `申し込み済み：${number(count)}名`,
      unsubscribed: (count) => `このカレンダーの配信停止：${number(count)}名`,
      declined: (count) => `このイベントを以前に辞退：${number(count)}名`,
      invalid: (count) => `無効：${number(count)}件`,
    },
  },
}
