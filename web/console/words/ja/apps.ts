import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'アプリ',
  lead: 'このカレンダーのメンバーに代わって動作するアプリとアシスタントです。',
  none: 'このカレンダーにアクセスできるアプリはありません。',
  list: 'アクセスできるアプリ',
  calledItself: (name) => `自称「${name}」`,
  allowed: (when, who) => [when, `に${who}が許可`],
  neverUsed: 'まだ使われていません',
  lastUsed: (when) => ['最終使用：', when],
  scopes: '許可した操作',
  limit: 'アシスタントとして許可する操作',
  limited: '保存しました。',
  did: '操作の履歴',
  end: 'アクセスを終了',
  ending: {
    title: (host) => `${host}のアクセスを終了しますか？`,
    about: 'このアプリはカレンダーの閲覧や変更ができなくなり、Webhookも停止します。',
    action: 'アクセスを終了',
    done: (host) => `${host}はアクセスできなくなりました。`,
  },
  consent: {
    title: 'アプリを許可',
    wants: (host) => [host, 'がカレンダーへのアクセスを求めています'],
    calendar: 'カレンダー',
    could: '許可する操作',
    apart: 'メールの送信、登録の変更、返金、外部へのデータ送信もできるようになる操作',
    unchecked: (host) => `${host}は当社が確認したアプリではありません。あなたの権限を超える操作はできません。`,
    commandLine: 'このサービスのコマンドライン',
    claimed:
      'このコンピューター上のどのプログラムもevcalを名乗ることができます。あなたの権限を超える操作はできません。',
    returns: (to) => `許可すると${to}に戻ります。`,
    returnsHere:
      '許可すると、このコンピューター上のプログラムに戻ります。そのプログラムをご自身で起動した直後の場合だけ許可してください。',
    elsewhere: (to, host) => `ご注意ください：移動先の${to}は${host}ではありません。`,
    anyTime: '「設定」→「アプリ」でいつでも終了できます。',
    allow: 'アプリを許可',
    noCalendar: {
      title: 'このアプリに使えるカレンダーがありません',
      text: 'アプリには、あなたがマネージャーまたはオーナーであるPROプランのカレンダーが必要です。',
    },
    wrong: {
      title: 'このアプリのリクエストは正しくありません',
      text: 'アドレスがアプリのものではない可能性があるため、元の画面には戻しません。アプリからもう一度試すか、提供元にお知らせください。',
    },
  },
}
