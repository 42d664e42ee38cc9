import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: '開発者',
  freePlan: {
    needed: (calendar) => `開発者パネルにはPlusまたはProプランが必要です。${calendar}は現在Freeプランです。`,
    openToAll: (link) => [link('リファレンス'), 'はどなたでもご覧いただけます。'],
  },
  higherPlan: {
    title: (section, plan) => `${section}には${plan}プランが必要です`,
    current: (calendar, plan) => `${calendar}は現在${plan}プランです。`,
  },

  feed: {
    title: 'フィード',
    lead: 'お使いのカレンダーアプリにこのカレンダーを登録できます。',
    public: {
      title: '公開フィード',
      isPrivate: 'このカレンダーは非公開のため、公開フィードはありません。',
      about: 'どなたでも登録できます。90日前から18か月先までの、公開済みの公開イベントが含まれます。',
      address: '公開アドレス',
      webcalAddress: '公開webcalアドレス',
    },
    secret: {
      title: '限定フィード',
      on: 'オン',
      off: 'オフ',
      about:
        '自分とチームのための別のアドレスです。限定公開や非公開のイベントも含まれるため、他の人に教えないでください。',
      create: '限定アドレスを作成',
      replace: 'アドレスを変更',
      revoke: 'アドレスを無効化',
    },
    creating: {
      title: '限定アドレスを作成しますか？',
      about: 'アドレスを知っている人は、限定公開や非公開も含め、公開済みのすべてのイベントを見られます。',
      action: 'アドレスを作成',
    },
    replacing: {
      title: '限定アドレスを変更しますか？',
      about: '古いアドレスはすぐに使えなくなります。登録している全員に新しいアドレスが必要です。',
      action: 'アドレスを変更',
    },
    revoking: {
      title: '限定アドレスを無効化しますか？',
      about: 'すぐに使えなくなります。公開フィードは変わりません。',
      action: 'アドレスを無効化',
      done: '限定アドレスを無効化しました。',
    },
    created: {
      title: '限定アドレス',
      address: 'アドレス',
      warning:
        '表示されるのは今回だけです。アドレスを知っている人は、限定公開や非公開も含め、公開済みのすべてのイベントを見られます。',
      oneTap: 'ワンタップで登録できるアプリの場合：',
      webcalAddress: 'webcalアドレス',
    },
  },

  embed: {
    title: '埋め込み',
    lead: 'タグ1つで、自分のサイトにイベントを表示できます。',
    isPrivate: 'このカレンダーは非公開のため埋め込めません。先に公開してください。',
    tag: '埋め込みタグ',
    tagHint: '一覧を表示したい場所に貼り付けてください。',
    copied: 'タグ',
    theme: 'テーマ',
    themes: { auto: '閲覧者の端末に合わせる', light: 'ライト', dark: 'ダーク' },
    accent: 'アクセントカラー',
    chooseAccent: 'アクセントカラーを選ぶ',
    accentHint: (example) => `${example}のような色。空欄の場合は標準の色になります。`,
    notColour: '色として読み取れません。',
    limit: '最大表示件数',
    notLimit: (most) => `1から${most}までの数字を入力してください。`,
    compact: 'コンパクト（画像と概要なし）',
    preview: 'プレビュー',
    previewOfList: '埋め込み一覧のプレビュー',
  },

  reference: {
    title: 'リファレンス',
    lead: '自分のコードからこのカレンダーを呼び出せます。',
    base: 'ベースURL',
    copiedBase: 'ベースURL',
    copiedCommand: 'コマンド',
    listWithKey: 'APIキーでこのカレンダーのイベントを一覧表示：',
    listPublic: 'このカレンダーの公開イベントを一覧表示：',
    whole: {
      title: 'リファレンス',
      about: 'すべての操作を、このカレンダー用に入力済みの実行できるリクエストとともに掲載。',
    },
    quickStarts: { title: 'クイックスタート', about: '一覧の埋め込みからWebhookの検証まで、それぞれ数行で。' },
    webhooks: { title: 'Webhook', about: 'すべてのイベントタイプのペイロードと、2つの形式のヘッダー。' },
    document: { title: 'OpenAPI 3.1', about: '機械で読み取れる仕様。ジェネレーターやリンターに。' },
  },

  secret: {
    warning: '表示されるのは今回だけです。サーバーに保管し、Webページには置かないでください。',
    saved: '保存しました',
  },
}
