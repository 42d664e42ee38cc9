import type { DoorWords } from '../en/door.ts'
import { number } from './counted.ts'

export const door: DoorWords = {
  findGuest: '参加者を探す',
  openKiosk: '受付画面を開く',

  progress: {
    inside: '現在入場中',
    checkedIn: '入場者数',
    live: 'ライブ',
    connecting: '接続中',
    ofExpected: (count, expected, small) => [count, ' ', small(`／${expected}名`)],
    everyoneIn: '全員入場しました',
    toGo: (count) => `残り${number(count)}名`,
    perMinute: (pace) => `毎分${pace}名`,
    lastGuest: (fromNow) => `このペースなら、最後の参加者の入場は${fromNow}`,
  },

  chart: {
    title: '5分ごとの入場',
    label: '直近1時間の5分ごとの入場',
    from: '開始',
    checkIns: '入場',
    bar: (time, guests) => `${time}：${number(guests)}名`,
  },

  gates: { title: 'ゲート', none: 'まだ誰も入場していません。', noGate: 'ゲートなし' },

  latest: {
    title: '最近の入場',
    none: '直近1時間の入場はありません。',
    time: '時刻',
    gate: 'ゲート',
    by: '担当',
    byYou: '自分',
    actions: '操作',
    undoOf: (name) => `${name}さんの入場を取り消す`,
    undone: (name) => `${name}さんの入場を取り消しました。`,
  },

  hours: {
    title: '入場受付の時間',
    edit: '時間を編集',
    opens: (time) => `開始：${time}`,
    closes: (time) => `終了：${time}`,
    opensLabel: '開始',
    closesLabel: '終了',
    blankOpens: '空欄 = イベントの4時間前',
    blankCloses: '空欄 = イベントの4時間後',
    save: '時間を保存',
    saved: '入場受付の時間を保存しました。',
    practice: 'それまでは受付画面で練習できます。練習の読み取りは記録されません。',
  },

  staff: {
    title: '当日の受付',
    lead: '読み取りに使うスマートフォンで受付画面を開いてください。サインインは済んでいます。',
  },

  checkpoints: {
    title: 'チェックポイント',
    add: 'チェックポイントを追加',
    lead: 'ワークショップや食事、定員のあるラウンジなど、会場内の別の入口に追加します。',
    admitted: (count) => `合計${number(count)}名`,
  },

  checkpointForm: {
    newTitle: '新しいチェックポイント',
    editTitle: (name) => `${name}を編集`,
    mode: '同じ参加者が入場できる回数',
    modes: { ONCE: '1回', DAILY: '1日1回', IN_OUT: '退場後の再入場可' },
    inOutHint: '退場時にも読み取ります。',
    capacity: '定員',
    blankUnlimited: '空欄 = 無制限',
    opens: '開始',
    closes: '終了',
    blankAsDoor: '空欄 = 正面入口と同じ',
    tickets: '対象のチケット',
    ticketsHint: '選択しない場合、すべてのチケットが対象です。',
    create: 'チェックポイントを作成',
    save: 'チェックポイントを保存',
    delete: 'チェックポイントを削除',
    askDelete: (name) => `「${name}」を削除しますか？`,
    deleteText: 'ここで参加者をスキャンできなくなります。このチェックポイントの端末は使えなくなります。',
  },

  passes: {
    title: '受付パス',
    new: '新しい受付パス',
    none: '受付パスがあれば、アカウントがなくても、どのスマートフォンでもイベント終了後まで受付画面を開けます。',
    needsPlan:
      '受付パスがあれば、アカウントのないお手伝いの方も受付できます。チームの方はサインインして受付画面を開けます。',
    statuses: { ACTIVE: '有効', EXPIRED: '期限切れ', REVOKED: '無効' },
    notUsed: '未使用',
    used: (fromNow) => `${fromNow}に使用`,
    expires: (time) => `期限：${time}`,
    revoke: '無効化',
    revokeOf: (label) => `${label}を無効化`,
    askRevoke: (label) => `「${label}」を無効化しますか？`,
    revokePass: '受付パスを無効化',
    revokeMeans: '次の読み取りから使えなくなります。',
  },

  passForm: {
    label: '名前',
    labelExample: 'ボランティア',
    labelHint: '入場のたびに記録されます。',
    gate: 'ゲート',
    hours: '有効時間（時間）',
    hoursHint: (time) => `空欄の場合、イベント終了の2時間後（${time}）まで有効です。`,
    door: '入口',
    everyDoor: 'すべての入口',
    create: '受付パスを作成',
  },

  newPass: {
    print: '印刷',
    copyLink: 'リンクをコピー',
    ofLink: '受付パスのリンク',
    codeOf: (label) => `受付パス「${label}」のQRコード`,
    scan: (expires) => `スマートフォンのカメラで読み取ると、アカウントなしで受付画面が開きます。期限：${expires}`,
    shownOnce: '表示されるのは一度だけです。なくした場合は、新しい受付パスを作成してください。',
    onPaper: (expires) => `スマートフォンのカメラで読み取ると、受付画面が開きます。期限：${expires}`,
  },
}
