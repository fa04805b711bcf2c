// Channels into chats.
export const chats = {
  Mention: 'Erwähnen',
  'Appears as': 'Erscheint als',
  Channel: 'Kanal',
  Token: 'Token',
  Room: 'Raum',
  Topic: 'Thema',
  Secret: 'Geheimnis',
  'Contact groups whose alerts it receives': 'Kontaktgruppen, deren Alarme dieser Kanal sendet',

  'Sends messages to a Slack channel. At api.slack.com/apps create an app, enable "Incoming Webhooks", add one for the channel and copy its URL.':
    'Schreibt in einen Kanal in Slack. Lege unter api.slack.com/apps eine App an, schalte „Incoming ' +
    'Webhooks“ ein, füge einen für den Kanal hinzu und kopiere seine Adresse.',
  'Address of the incoming webhook, such as https://hooks.slack.com/services/T…/B…/…; with a bot token it is https://slack.com/api':
    'Adresse des eingehenden Webhooks, etwa https://hooks.slack.com/services/T…/B…/…; mit einem Bot-Token lautet sie ' +
    'https://slack.com/api',
  'For buttons that acknowledge, resolve and mute: the signing secret of the app, from its page "Basic Information"':
    'Für Knöpfe zum Bestätigen, Beheben und Stummschalten: das Signing Secret der App, von ihrer Seite „Basic ' +
    'Information“',
  'To change messages for everybody when someone acknowledges or resolves elsewhere: the bot token of the app with the scopes chat:write, users:read and users:read.email, from its page "OAuth & Permissions"':
    'Damit sich Nachrichten für alle ändern, wenn jemand anderswo bestätigt oder behebt: das Bot-Token der App mit ' +
    'den Rechten chat:write, users:read und users:read.email, von ihrer Seite „OAuth & Permissions“',
  'Channel ID': 'Kanal-ID',
  'With a bot token: the ID of the channel, at the end of its details, such as C012AB3CD':
    'Mit einem Bot-Token: die ID des Kanals, unten in seinen Details, etwa C012AB3CD',
  'Who critical alerts mention: <!channel>, <!here>, or people and groups by ID, such as <@U012AB3CD> or <!subteam^S012AB3CD>':
    'Wer bei kritischen Alarmen erwähnt wird: <!channel>, <!here> oder Personen und Gruppen mit ihrer ' +
    'ID, etwa <@U012AB3CD> oder <!subteam^S012AB3CD>',

  'Sends messages to a Discord channel. In the channel settings choose "Integrations", "Webhooks", "New Webhook" and copy its URL.':
    'Schreibt in einen Kanal in Discord. Wähle in den Einstellungen des Kanals „Integrationen“, ' +
    '„Webhooks“, „Neuer Webhook“ und kopiere seine Adresse.',
  'Address of the webhook, such as https://discord.com/api/webhooks/…/…; with ?thread_id=… it writes to a thread':
    'Adresse des Webhooks, etwa https://discord.com/api/webhooks/…/…; mit ?thread_id=… schreibt er in einen Thread',
  'Who critical alerts mention: @everyone, @here, a role such as <@&123456789> or a person such as <@123456789>':
    'Wer bei kritischen Alarmen erwähnt wird: @everyone, @here, eine Rolle wie <@&123456789> oder eine ' +
    'Person wie <@123456789>',
  'Public key of the application': 'Öffentlicher Schlüssel der Anwendung',
  'For buttons that acknowledge, resolve and mute: the public key of the Discord application that owns the webhook, from its page "General Information"':
    'Für Knöpfe zum Bestätigen, Beheben und Stummschalten: der öffentliche Schlüssel der Discord-Anwendung, der der ' +
    'Webhook gehört, von ihrer Seite „General Information“',
  "Sender name of the messages; the webhook's own if empty":
    'Name, unter dem die Nachrichten erscheinen; ohne Angabe der des Webhooks',

  'Sends messages to a channel or chat in Microsoft Teams. There, choose "Workflows", the template "Send webhook alerts to a channel", and copy its URL.':
    'Schreibt in einen Kanal oder Chat in Microsoft Teams. Wähle dort „Workflows“, die Vorlage „Send ' +
    'webhook alerts to a channel“, und kopiere die Adresse am Ende.',
  'Address of the workflow, such as https://….environment.api.powerplatform.com/…/workflows/…':
    'Adresse des Workflows, etwa https://….environment.api.powerplatform.com/…/workflows/…',

  'Sends messages to a Google Chat space, one thread per incident. In the space\'s menu choose "Apps & integrations", "Webhooks", add one and copy its URL.':
    'Schreibt in einen Gruppenbereich in Google Chat, ein Thread je Vorfall. Wähle im Menü des Bereichs ' +
    '„Apps und Integrationen“, „Webhooks“, füge einen hinzu und kopiere seine Adresse.',
  'Address of the webhook, such as https://chat.googleapis.com/v1/spaces/…/messages?…':
    'Adresse des Webhooks, etwa https://chat.googleapis.com/v1/spaces/…/messages?…',

  'Sends messages to a Mattermost channel. In its menu choose "Integrations", "Incoming Webhooks", "Add Incoming Webhook" and copy the URL.':
    'Schreibt in einen Kanal in Mattermost. Wähle im Menü „Integrationen“, „Eingehende Webhooks“, ' +
    '„Eingehenden Webhook hinzufügen“ und kopiere die Adresse.',
  'Address of the incoming webhook, such as https://chat.example.com/hooks/…':
    'Adresse des eingehenden Webhooks, etwa https://chat.example.com/hooks/…',
  "Channel instead of the webhook's own, such as town-square, or @name for a person":
    'Kanal, in den anstelle des eigenen des Webhooks geschrieben wird, etwa town-square, oder @name für eine Person',
  'Sender name of the messages, if the server lets webhooks choose it':
    'Name, unter dem die Nachrichten erscheinen, wo der Server Webhooks ihn wählen lässt',
  'Who critical alerts mention, such as @channel or @ops':
    'Wer bei kritischen Alarmen erwähnt wird, etwa @channel oder @ops',

  'Sends messages to a Rocket.Chat channel. In the administration choose "Integrations", "New", "Incoming", enable it, save, and copy the "Webhook URL".':
    'Schreibt in einen Kanal in Rocket.Chat. Wähle in der Verwaltung „Integrationen“, „Neu“, ' +
    '„Eingehend“, schalte es ein, speichere und kopiere die „Webhook-URL“.',
  'Address of the integration, such as https://chat.example.com/hooks/…/…':
    'Adresse der Integration, etwa https://chat.example.com/hooks/…/…',
  "Channel instead of the integration's own, such as #alerts, or @name for a person":
    'Kanal, in den anstelle des eigenen der Integration geschrieben wird, etwa #alerts, oder @name für eine Person',
  "Sender name of the messages; the integration's own if empty":
    'Name, unter dem die Nachrichten erscheinen; ohne Angabe der der Integration',
  'Who critical alerts mention, such as @all, @here or @ops':
    'Wer bei kritischen Alarmen erwähnt wird, etwa @all, @here oder @ops',

  'Sends messages to a Telegram chat, group or channel through your bot. Send /newbot to @BotFather to get the token, add the bot to the chat, and get its ID from @userinfobot.':
    'Schreibt über deinen eigenen Bot in einen Chat, eine Gruppe oder einen Kanal in Telegram. Bitte ' +
    '@BotFather um /newbot, das gibt das Token; füge den Bot dem Chat hinzu; @userinfobot nennt dessen ' +
    'ID.',
  'Bot token': 'Token des Bots',
  'Acknowledge buttons': 'Knöpfe zum Bestätigen',
  'Add buttons that acknowledge, resolve and mute. Lapwing sets the webhook of the bot, so no other program or channel can use it.':
    'Fügt Knöpfe zum Bestätigen, Beheben und Stummschalten hinzu. Lapwing setzt den Webhook des Bots, daher kann ' +
    'kein anderes Programm und kein anderer Kanal ihn nutzen.',
  'Token of the bot, such as 123456789:AAExampleOfAToken': 'Token des Bots, etwa 123456789:AAExampleOfAToken',
  'Chat ID': 'ID des Chats',
  'ID of the chat (negative for groups), or the @name of a public channel':
    'ID des Chats, bei Gruppen negativ, oder der @name eines öffentlichen Kanals',
  'Topic ID': 'ID des Themas',
  'ID of the topic, if the group has topics': 'ID des Themas, in einer Gruppe mit Themen',
  'Silent unless critical': 'Lautlos, wenn nicht kritisch',
  'Deliver everything but critical alerts without a sound': 'Alles außer kritischen Alarmen ohne Ton zustellen',
  'URL of the Bot API, if you run your own server': 'Adresse der Bot-API, wenn du einen eigenen Server hast',

  'Sends messages to a Matrix room from an account you create for it. Invite the account to the room; Element shows its access token in "All settings", "Help & About", and the room ID in "Room settings", "Advanced".':
    'Schreibt von einem eigenen Konto in einen Raum in Matrix. Lade das Konto in den Raum ein; in ' +
    'Element steht sein Zugangstoken unter „Alle Einstellungen“, „Hilfe und Info“, und die ID des Raums ' +
    'unter „Raumeinstellungen“, „Erweitert“.',
  'Address of the homeserver, such as https://matrix.example.org':
    'Adresse des Heimservers, etwa https://matrix.example.org',
  'Access token': 'Zugangstoken',
  'Access token of the sending account': 'Zugangstoken des Kontos, das schreibt',
  'Id of the room, such as !AbCdEf:example.org, or an alias of it, such as #alerts:example.org':
    'ID des Raums, etwa !AbCdEf:example.org, oder ein Alias, etwa #alerts:example.org',
  'Mention room': 'Raum erwähnen',
  'Notify everyone in the room of critical alerts': 'Bei kritischen Alarmen alle im Raum benachrichtigen',

  'Sends messages to people and groups in Signal through your own signal-cli-rest-api (bbernhard/signal-cli-rest-api), where the sending number is registered or linked. GET /v1/groups/<number> there lists the group IDs.':
    'Schreibt an Personen und Gruppen in Signal über deine signal-cli-rest-api ' +
    '(bbernhard/signal-cli-rest-api), an der die sendende Nummer angemeldet oder verknüpft ist. GET ' +
    '/v1/groups/<nummer> listet dort die IDs von Gruppen auf.',
  'Address of the signal-cli-rest-api, such as https://signal.example.com':
    'Adresse der signal-cli-rest-api, etwa https://signal.example.com',
  Number: 'Nummer',
  'Sending number with its country code, such as +491701234567':
    'Nummer, die sendet, mit Ländervorwahl, etwa +491701234567',
  Recipients: 'Empfänger',
  'Numbers with country codes and group IDs (group.…); if empty, the members of the contact groups':
    'Nummern mit Ländervorwahl und IDs von Gruppen (group.…); ohne Angabe bekommen es die Mitglieder der ' +
    'Kontaktgruppen',
  'User, if a proxy in front of it requires one': 'Benutzer, wo ein Proxy davor einen verlangt',

  'Sends messages from a LINE official account to a person, group or room. In the LINE Developers console, "Messaging API" issues the access token and "Basic settings" shows your user ID; the ID of a group comes with its webhook events.':
    'Schreibt von einem offiziellen Konto an eine Person, eine Gruppe oder einen Raum in LINE. In der ' +
    'LINE Developers Console gibt der Reiter „Messaging API“ des Kanals das Zugangstoken aus, und „Basic ' +
    'settings“ zeigt deine eigene Benutzer-ID; die ID einer Gruppe kommt mit ihren Webhook-Ereignissen.',
  'Channel access token, long-lived': 'Langlebiges Zugangstoken des Kanals',
  'ID of the user (U…), group (C…) or room (R…) that receives the messages':
    'ID der Person (U…), der Gruppe (C…) oder des Raums (R…), die die Nachrichten bekommen',

  'Sends cards to a Feishu or Lark group. In the group settings choose "Bots", "Add bot", "Custom bot"; copy the URL and, below "Set signature verification", the secret.':
    'Schreibt eine Karte in eine Gruppe in Feishu oder Lark. Wähle in den Einstellungen der Gruppe ' +
    '„Bots“, „Add bot“, „Custom bot“: Dort steht die Adresse, und unter „Set signature verification“ das ' +
    'Geheimnis.',
  'Address of the bot, such as https://open.feishu.cn/open-apis/bot/v2/hook/… or https://open.larksuite.com/…':
    'Adresse des Bots, etwa https://open.feishu.cn/open-apis/bot/v2/hook/… oder https://open.larksuite.com/…',
  'Secret of the signature verification; unsigned if empty':
    'Geheimnis der Signaturprüfung; ohne Angabe wird nicht signiert',

  'Sends messages to a DingTalk group. In the group settings choose "Bots", "Add Robot", "Custom" with "Additional Signature", then copy the secret and the URL.':
    'Schreibt in eine Gruppe in DingTalk. Wähle in den Einstellungen der Gruppe „Bots“, „Add Robot“, ' +
    '„Custom“; nimm als Sicherheitseinstellung „Additional Signature“, das zeigt das Geheimnis, und ' +
    'kopiere am Ende die Adresse.',
  'Address of the robot, such as https://oapi.dingtalk.com/robot/send?access_token=…':
    'Adresse des Roboters, etwa https://oapi.dingtalk.com/robot/send?access_token=…',
  'Secret of the additional signature, which starts with SEC; unsigned if empty':
    'Geheimnis der zusätzlichen Signatur, das mit SEC beginnt; ohne Angabe wird nicht signiert',
  'Mention all': 'Alle erwähnen',
  'Notify everyone in the group of critical alerts': 'Bei kritischen Alarmen alle in der Gruppe benachrichtigen',

  'Writes to a space or a person in Webex from a bot. At developer.webex.com create a bot, which gives the token, and add it to the space; "List Rooms" in the API reference there, tried with that token, shows the id of the space.':
    'Schreibt von einem Bot in einen Bereich oder an eine Person in Webex. Lege unter ' +
    'developer.webex.com einen Bot an, das gibt das Token, und füge ihn dem Bereich hinzu; „List Rooms“ ' +
    'in der API-Referenz dort, mit diesem Token ausprobiert, zeigt die ID des Bereichs.',
  'Access token of the bot': 'Zugangstoken des Bots',
  'Space ID': 'ID des Bereichs',
  'ID of the space. Leave empty to write to a person.':
    'ID des Bereichs, in den geschrieben wird; leer, wenn an eine Person geschrieben wird',
  'Person email': 'E-Mail-Adresse der Person',
  'Email address of a person, instead of a space':
    'Adresse der Person, an die anstelle eines Bereichs geschrieben wird',

  'Writes to a channel or to people in Zulip from a bot. In "Personal settings", "Bots" add one of the type "Incoming webhook" or "Generic" and copy its e-mail address and API key.':
    'Schreibt von einem Bot in einen Kanal oder an Personen in Zulip. Füge unter „Persönliche ' +
    'Einstellungen“, „Bots“ einen der Art „Eingehender Webhook“ oder „Generisch“ hinzu und kopiere seine ' +
    'E-Mail-Adresse und seinen API-Schlüssel.',
  'Address of the organization, such as https://example.zulipchat.com':
    'Adresse der Organisation, etwa https://example.zulipchat.com',
  'Bot email': 'E-Mail-Adresse des Bots',
  'Email address of the bot': 'E-Mail-Adresse des Bots',
  'API key of the bot': 'API-Schlüssel des Bots',
  'Name of the channel. Leave empty to write to people.':
    'Name des Kanals, in den geschrieben wird; leer, wenn an Personen geschrieben wird',
  "Topic in the channel; the monitor's name when empty": 'Thema im Kanal; ohne Angabe der Name des Monitors',
  People: 'Personen',
  'Email addresses of people, separated by commas, instead of a channel':
    'E-Mail-Adressen der Personen, an die anstelle eines Kanals geschrieben wird; mehrere mit Kommas',
}
