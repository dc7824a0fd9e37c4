// Made from what the games declare; do not edit. To make it anew: make protocol
// By game: what numbers in its events stand for, and the events, by name.

export interface Ids {
  "bloeder-sack": {
    card: "wuerfel" | "meiste-1" | "meiste-2" | "meiste-3" | "meiste-4" | "meiste-5" | "meiste-6" | "nicht-1" | "nicht-2" | "meiste-123" | "meiste-456" | "gerade" | "ungerade" | "gleiche" | "verschiedene" | "letzte-1" | "letzte-2" | "letzte-3" | "letzte-4" | "letzte-5" | "letzte-6" | "letzte-123" | "letzte-456" | "summe" | "summe-gerade" | "summe-ungerade" | "summe-unter-10" | "nicht-3" | "nicht-4" | "nicht-5" | "nicht-6" | "letzte-gerade" | "letzte-ungerade" | "summe-unter-5" | "summe-unter-6" | "summe-unter-7" | "summe-unter-8" | "summe-unter-9" | "summe-unter-11" | "summe-unter-12" | "summe-unter-13" | "summe-unter-14" | "summe-unter-15" | "summe-unter-16" | "summe-unter-17" | "summe-unter-18" | "summe-unter-19" | "summe-unter-20" | "summe-unter-21" | "summe-unter-22" | "summe-unter-23" | "summe-unter-24" | "summe-unter-25" | "summe-unter-26" | "summe-unter-27" | "summe-unter-28" | "summe-unter-29" | "summe-unter-30";
  };
  "lobo77": {
    card: "0" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "-10" | "11" | "22" | "33" | "44" | "55" | "66" | "76" | "x2" | "turn";
    why: "twins" | "over";
  };
  "gracias": {
    colour: "red" | "yellow" | "green" | "blue" | "purple" | "orange";
  };
  "blitzgriff": {
    kind: "zielwert" | "tuerme" | "reihen" | "kette" | "pasch" | "mix";
    task: "zielwert-01" | "zielwert-02" | "zielwert-03" | "zielwert-04" | "zielwert-05" | "zielwert-06" | "zielwert-07" | "zielwert-08" | "zielwert-09" | "zielwert-10" | "zielwert-11" | "zielwert-12" | "tuerme-01" | "tuerme-02" | "tuerme-03" | "tuerme-04" | "tuerme-05" | "tuerme-06" | "tuerme-07" | "tuerme-08" | "tuerme-09" | "tuerme-10" | "tuerme-11" | "tuerme-12" | "reihen-01" | "reihen-02" | "reihen-03" | "reihen-04" | "reihen-05" | "reihen-06" | "reihen-07" | "reihen-08" | "reihen-09" | "reihen-10" | "reihen-11" | "reihen-12" | "kette-01" | "kette-02" | "kette-03" | "kette-04" | "kette-05" | "kette-06" | "kette-07" | "kette-08" | "kette-09" | "kette-10" | "kette-11" | "kette-12" | "pasch-01" | "pasch-02" | "pasch-03" | "pasch-04" | "pasch-05" | "pasch-06" | "pasch-07" | "pasch-08" | "pasch-09" | "pasch-10" | "pasch-11" | "pasch-12" | "mix-01" | "mix-02" | "mix-03" | "mix-04" | "mix-05" | "mix-06" | "mix-07" | "mix-08" | "mix-09" | "mix-10" | "mix-11" | "mix-12" | "mix-13" | "mix-14" | "mix-15" | "mix-16" | "mix-17" | "mix-18" | "mix-19" | "mix-20" | "mix-21" | "mix-22" | "mix-23" | "mix-24";
    asks: "paint" | "word";
    colour: "rot" | "blau" | "gruen" | "gelb" | "orange" | "lila" | "rosa" | "braun" | "schwarz" | "weiss";
    why: "fits" | "tower" | "base" | "line" | "chain" | "pasch" | "wrong" | "beside" | "parked" | "over" | "half" | "spoilt" | "no_line" | "no_chain" | "double" | "no_joker" | "lone_joker" | "second_joker";
  };
}

export interface Events {
  "bloeder-sack":
    | { kind: "start"; seat: number }
    | { kind: "card"; tray: number; card: Ids["bloeder-sack"]["card"] }
    | { kind: "rolls"; seat: number; one: number; two: number }
    | { kind: "scores"; seat: number; tray: number }
    | { kind: "declines"; seat: number }
    | { kind: "places"; seat: number; value: number; tray: number; field: number }
    | { kind: "replaces"; seat: number; to: number; value: number; tray: number; field: number }
    | { kind: "full"; tray: number }
    | { kind: "counts"; seat: number; tray: number; fields: number; amount: number; last: number }
    | { kind: "gets"; seat: number; tray: number; card: Ids["bloeder-sack"]["card"]; symbols: number; fields: number; amount: number; tie: number }
    | { kind: "nobody"; tray: number; card: Ids["bloeder-sack"]["card"] }
    | { kind: "renewed"; cards: number }
    | { kind: "closed"; tray: number }
    | { kind: "returned"; seat: number; dice: number }
    | { kind: "fourth"; seat: number }
    | { kind: "final" }
    | { kind: "wins"; seat: number; symbols: number }
    | { kind: "shares"; seat: number; symbols: number }
    | { kind: "undone"; seat: number };
  "lobo77":
    | { kind: "start"; seat: number }
    | { kind: "gets"; seat: number }
    | { kind: "plays"; seat: number; card: Ids["lobo77"]["card"]; total: number }
    | { kind: "draw"; seat: number }
    | { kind: "turned" }
    | { kind: "chip"; seat: number; total: number; left: number; why: Ids["lobo77"]["why"] }
    | { kind: "swims"; seat: number }
    | { kind: "out"; seat: number }
    | { kind: "round"; seat: number }
    | { kind: "reshuffled" }
    | { kind: "wins"; seat: number }
    | { kind: "undone"; seat: number };
  "gracias":
    | { kind: "start"; seat: number }
    | { kind: "dealt"; seat: number; colour: Ids["gracias"]["colour"] }
    | { kind: "laid"; triplet: number; colour: Ids["gracias"]["colour"] }
    | { kind: "takes"; seat: number; triplet: number; first: Ids["gracias"]["colour"]; second: Ids["gracias"]["colour"] }
    | { kind: "looks"; seat: number }
    | { kind: "gives"; seat: number; keep: Ids["gracias"]["colour"]; give: Ids["gracias"]["colour"]; to: number }
    | { kind: "round"; pass: number; round: number; seat: number }
    | { kind: "scoring"; pass: number }
    | { kind: "turns_up"; seat: number; cards: Record<Ids["gracias"]["colour"], number> }
    | { kind: "counted"; colour: Ids["gracias"]["colour"]; seat: number; cards: number; stacked: number; open: number; discards: number; points: number }
    | { kind: "stacks"; seat: number; colour: Ids["gracias"]["colour"]; open: number }
    | { kind: "discards"; seat: number; colour: Ids["gracias"]["colour"]; discards: number }
    | { kind: "scored"; seat: number; pass: number; points: number; total: number }
    | { kind: "pass"; pass: number; seat: number }
    | { kind: "wins"; seat: number; total: number }
    | { kind: "undone"; seat: number };
  "blitzgriff":
    | { kind: "start"; seat: number }
    | { kind: "kinds"; seat: number; kind_one: Ids["blitzgriff"]["kind"]; kind_two: Ids["blitzgriff"]["kind"]; kind_three: Ids["blitzgriff"]["kind"] }
    | { kind: "deals"; seat: number; card: number; task: Ids["blitzgriff"]["task"] }
    | { kind: "mix"; value: number; asks: Ids["blitzgriff"]["asks"] }
    | { kind: "throws"; die: number; colour: Ids["blitzgriff"]["colour"]; value: number }
    | { kind: "los"; round: number; pass: number; to: number }
    | { kind: "takes"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number }
    | { kind: "puts"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number; field: number; level: number }
    | { kind: "beside"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number }
    | { kind: "parks"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number }
    | { kind: "moves"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number; field: number; level: number }
    | { kind: "stops"; seat: number }
    | { kind: "passes"; seat: number }
    | { kind: "idle" }
    | { kind: "late"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number }
    | { kind: "ends"; round: number; pass: number }
    | { kind: "scores"; seat: number; card: number; die: number; field: number; level: number; why: Ids["blitzgriff"]["why"]; points: number }
    | { kind: "extra"; seat: number; card: number; points: number }
    | { kind: "card_points"; seat: number; card: number; points: number }
    | { kind: "missed"; seat: number; die: number; colour: Ids["blitzgriff"]["colour"]; value: number; card: number; field: number; level: number }
    | { kind: "check"; seat: number; dice: number; points: number }
    | { kind: "bonus"; seat: number; cards: number; points: number }
    | { kind: "total"; seat: number; points: number; total: number }
    | { kind: "hand_on" }
    | { kind: "wins"; seat: number; total: number }
    | { kind: "trial"; round: number }
    | { kind: "undone"; seat: number };
}
