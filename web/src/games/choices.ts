// Made from what the games declare; do not edit. To make it anew: make protocol
// By game and field: the names of its numbers. Which number it is: `choices` of the game.

export const CHOICES = {
  "bloeder-sack": {
    stage: ["to_start", "must_score", "to_roll", "choosing", "placing", "over"],
    lies: ["not_in_deck", "in_pile", "open", "aside", "won_by_0", "won_by_1", "won_by_2", "won_by_3"],
    card: ["closed", "to_come"],
    leader: ["no_seat"],
  },
  "lobo77": {
    stage: ["to_start", "playing", "over"],
    direction: ["clockwise", "counter_clockwise"],
    top: ["none"],
    chips: ["out"],
  },
  "gracias": {
    stage: ["to_start", "dealing", "laying_out", "taking", "looking", "giving", "over"],
    took: ["red", "yellow", "green", "blue", "purple", "orange", "none"],
    triplets: ["red", "yellow", "green", "blue", "purple", "orange", "none"],
  },
  "blitzgriff": {
    pace: ["calm", "blitz"],
    tasks: ["rolled", "first_game", "trial_rounds"],
    stage: ["to_start", "to_deal", "to_mix", "to_throw", "grabbing", "hands", "over"],
    caller: ["none"],
    slot: ["kinds_due"],
    where: ["out_of_play", "middle", "in_hand", "on_field", "beside", "parked"],
    whose: ["none"],
    at_card: ["none"],
    at_field: ["none"],
    card: ["none"],
    kind: ["zielwert", "tuerme", "reihen", "kette", "pasch", "mix"],
    colour: ["rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss", "any", "no_field"],
    other: ["rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss"],
    style: ["arabic", "roman", "pips", "de", "en", "fr"],
    mix_asks: ["paint", "word"],
    dyed: ["rot", "blau", "gruen", "gelb", "orange", "lila", "rosa", "braun", "schwarz", "weiss"],
  },
} as const;
