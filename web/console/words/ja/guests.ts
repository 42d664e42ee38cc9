import type { GuestsWords } from '../en/guests.ts'
import { number } from './counted.ts'

export const guests: GuestsWords = {
  papers: {
    menu: '印刷・書き出し',
    csv: 'CSVをダウンロード',
    printList: '一覧を印刷',
    printBadges: '名札を印刷',
    arrived: '来場',
  },

  add: {
    menu: '参加者を追加',
    one: '1名を追加',
    fromFile: 'ファイルから追加',
    invite: 'メールで招待',
    title: '参加者を追加',
    emailHint: 'チケットがすぐにメールで届きます。',
    action: '参加者を追加',
    added: (name) => `${name}さんを追加しました。`,
  },

  filters: {
    status: '参加者の状態',
    needsApproval: '承認待ち',
    ticket: (name, count) => `${name}（${count}）`,
    answer: '回答',
    answerTo: (question, answer) => `${question}：${answer}`,
    newestFirst: '新しい順',
  },

  list: {
    search: '名前、メールアドレス、コード',
    registered: '申し込み日',
    noMatches: '該当なし',
    noMatchesText: '検索と絞り込みに合う参加者はいません。',
    none: '申し込みはまだありません',
    noneText: '申し込みがあると、すぐここに表示されます。',
    noneInDraft: 'イベントを公開すると、申し込みを受け付けられます。',
    share: 'イベントを共有',
    position: (position, total) => `${position}／${total}`,
  },

  selection: {
    label: '選択',
    count: (count) => `${number(count)}名を選択中`,
    approve: (count) => `${number(count)}名を承認`,
    decline: (count) => `${number(count)}名を却下`,
    more: '選択した参加者へのその他の操作',
    resend: 'メールを再送',
    cancel: '申し込みをキャンセル…',
    selectFirst: (count) => `最初の${number(count)}名を選択`,
    selectAll: (count) => `${number(count)}名すべてを選択`,
    clear: '選択を解除',
  },

  running: {
    failed: (count) => `${number(count)}件失敗`,
    mayLeave: 'このページを離れても続行します',
    waiting: 'サービスの応答を待って続行します',
    paused: '一時停止中',
    pause: '一時停止',
    resume: '再開',
    stop: '停止',
  },

  acts: {
    approve: {
      doing: '承認中',
      progress: (done, total) => `承認中：${done}／${total}`,
      done: (count) => `${number(count)}名を承認しました。`,
      doneExcept: (count, failed) => `${number(count)}名を承認、${number(failed)}名は失敗しました。`,
    },
    reject: {
      doing: '却下中',
      progress: (done, total) => `却下中：${done}／${total}`,
      done: (count) => `${number(count)}名を却下しました。`,
      doneExcept: (count, failed) => `${number(count)}名を却下、${number(failed)}名は失敗しました。`,
    },
    resend: {
      doing: '再送中',
      progress: (done, total) => `再送中：${done}／${total}`,
      done: (count) => `${number(count)}通のメールを再送しました。`,
      doneExcept: (count, failed) => `${number(count)}通のメールを再送、${number(failed)}通は失敗しました。`,
    },
    cancel: {
      doing: 'キャンセル中',
      progress: (done, total) => `キャンセル中：${done}／${total}`,
      done: (count) => `${number(count)}名をキャンセルしました。`,
      doneExcept: (count, failed) => `${number(count)}名をキャンセル、${number(failed)}名は失敗しました。`,
    },
  },

  declining: {
    ask: (name) => `${name}さんを却下しますか？`,
    askMany: (count) => `${number(count)}名を却下しますか？`,
    means: '参加できないことをメールでお知らせします。10秒間は元に戻せます。',
    message: 'メッセージ',
    messageHint: 'メールに引用されます。',
    tooLong: (characters) => `${number(characters)}文字以内で入力してください。`,
    keep: '却下しない',
    action: '却下',
    started: (name) => `10秒後に${name}さんを却下します。`,
    startedMany: (count) => `10秒後に${number(count)}名を却下します。`,
    undo: '却下を取り消す',
    state: '却下待ち',
  },

  approving: {
    ask: (count) => `${number(count)}名を承認しますか？`,
  },

  quoted: {
    emails: (count) => `${number(count)}件のアドレスにメールが届きます。`,
    orders: (sum) => `支払い待ちの新しい注文：${sum}`,
  },

  cancelling: {
    ask: (count) => `${number(count)}件の申し込みをキャンセルしますか？`,
    action: (count) => `キャンセルして${number(count)}名にメール`,
    keep: 'キャンセルしない',
    means: '参加枠が空きます。お支払いは返金されません。',
  },

  names: {
    erased: '消去済み',
    erasedBelow: '個人情報を消去済み',
    noAddress: 'アドレスなし',
    missing: '名前なし',
    via: (email) => `${email}経由`,
    noReply: '返事待ち',
  },
}
